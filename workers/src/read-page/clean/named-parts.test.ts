import { describe, expect, test } from 'vitest'
import { cleaned, prose } from '../../test-support/articles.ts'

describe('parts that are named as something other than the article', () => {
  test.each([
    '<div class="relatedContent"><h3>Gifts</h3><p>Ten of them</p></div>',
    '<div class="c-newsletter_box"><p>Every Friday, the best of the week.</p></div>',
    '<section id="share-buttons"><span>Send</span></section>',
    '<div class="ad-container"><p>Below</p></div>',
  ])('go where they are small: %s', html => {
    expect(cleaned({ within: html })).toBe('')
  })

  test.each([
    '<div class="author-bio"><p>Basil writes about boats, and has done so for longer than he says, in this paper and in others of the coast.</p></div>',
    '<p class="post-tags">Fog, Boats</p>',
    '<div itemprop="datePublished">a while ago</div>',
    '<p class="copyright">The Daily Ltd.</p>',
  ])('go with facts below the text: %s', html => {
    expect(cleaned({ below: html })).toBe('')
  })

  test.each([
    ['a quarter of the text or more', `<div class="related">${prose.repeat(5)}</div>`],
    ['a quote', '<div class="social-embed"><blockquote><p>Fog!</p></blockquote></div>'],
    ['code', '<div class="widget"><pre>fog()</pre></div>'],
    ['facts within the text', '<p class="timestamp">10:42</p>'],
    ['a class that only contains the word', '<p class="unrelated-thoughts">Boats are not birds.</p>'],
    [
      'WordPress names for tags of the article',
      '<div class="category-related tag-newsletter"><p>Boats.</p></div>',
    ],
  ])('stay with %s', (_, html) => {
    expect(cleaned({ within: html }).replaceAll(prose, '')).toBe(html.replaceAll(prose, ''))
  })

  test('stay where they are most of what would go', () => {
    const comments = Array.from({ length: 12 }, (_, n) => `<div class="comment">${n}. ${prose}</div>`).join(
      '',
    )
    expect(cleaned({ within: comments })).toContain('class="comment"')
  })

  test('words of a sentence stay, whatever they are named', () => {
    const sentence =
      '<p><span class="dateline">LONDON</span> was told to <a class="share-link" href="/x">share its fog</a>.</p>'
    expect(cleaned({ within: sentence })).toBe(sentence)
  })

  test('what opens over a word goes, the word stays', () => {
    const links =
      '<a href="/a">One story of it</a> | <a href="/b">Another story of it</a> | <a href="/c">More</a>'
    const word = '<a href="/ada">Ada Poe</a>'
    expect(
      cleaned({
        within: `<p>Rep. <span class="rollover-people">${word}<span class="rollover-people-block">${links}</span></span> said on Monday that nothing had been seen.</p>`,
      }),
    ).toBe(
      `<p>Rep. <span class="rollover-people">${word}</span> said on Monday that nothing had been seen.</p>`,
    )
  })
})
