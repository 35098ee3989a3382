import { describe, expect, test } from 'vitest'
import { fixturePage, prepared, prose, stored } from '../../test-support/articles.ts'

const article = (inner: string) => stored(inner).replaceAll(prose, '')

describe('pages that sites have', () => {
  test('details, addresses, centred lines and own elements are lines of their own, in the text too', () => {
    const { html, text } = fixturePage('blocks.html')
    for (const line of [
      'Why did the buoy move?',
      'Because the chain was too short.',
      'Who paid?',
      'The town did.',
      'Harbour Road 7',
      'Old Town',
      'Centred one',
      'Centred two',
      'Part two',
      'of the story',
      'First custom note.',
      'Second custom note.',
    ])
      expect(text.split('\n')).toContain(line)
    expect(html).toContain('Not <s>five</s> six metres; run <code>make</code>.')
  })

  test('numbers of clauses, a note and a menu stay', () => {
    const { html, text } = fixturePage('old-blocks.html')
    expect(html).toContain('<li value="5">Fifth clause of the agreement</li><li value="9">')
    for (const line of [
      'First centred line',
      'Second centred line',
      'Note',
      'Fees are due in May.',
      'soup of the day',
      'bread',
    ])
      expect(text.split('\n')).toContain(line)
  })

  test('questions and answers are not joined', () => {
    const { text } = fixturePage('details.html')
    expect(text).toContain(
      'Why did the buoy move?\nBecause the chain was too short for spring tides.\nWho paid?\nThe town paid',
    )
  })

  test('code and a note in elements of the page stay between the paragraphs', () => {
    const { html } = fixturePage('custom-elements.html')
    expect(html).toMatch(
      /yet\.<\/p>.*<p>Mind the gap between the quay and the boat\.<\/p>.*<code>npm ci<\/code>.*<p>Nobody/s,
    )
  })
})

describe('elements get names that are kept:', () => {
  test.each([
    [
      'old names',
      '<p><strike>a</strike> <tt>b</tt> <big>c</big> <acronym title="D">d</acronym></p>',
      '<p><s>a</s> <code>b</code> <span>c</span> <abbr title="D">d</abbr></p>',
    ],
    ['lines that moved', '<marquee>a</marquee><marquee>b</marquee>', '<div>a</div><div>b</div>'],
    ['old lists', '<dir><li>a</li></dir><menu><li>b</li></menu>', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
    [
      'a legend of a fieldset',
      '<fieldset><legend>Note</legend>Pay in May.</fieldset>',
      '<div><p><strong>Note</strong></p>Pay in May.</div>',
    ],
    [
      'a heading in a summary',
      '<details><summary><h3>Why?</h3></summary>Because.</details>',
      '<div><div><h3>Why?</h3></div><p>Because.</p></div>',
    ],
    [
      'lines of details',
      '<details><summary>Why?</summary>Because <b>it</b><br>was so.<p>And more.</p>End.</details>',
      '<div><p><strong>Why?</strong></p><p>Because <b>it</b><br>was so.</p><p>And more.</p><p>End.</p></div>',
    ],
    ['an address in lines', '<address>Road 7<br>Old Town</address>', '<p>Road 7<br>Old Town</p>'],
    [
      'an address of blocks',
      '<address><p>Road 7</p>Old Town</address>',
      '<div><p>Road 7</p><p>Old Town</p></div>',
    ],
    ['own elements in a row', '<x-a>a</x-a><x-a>b</x-a>', '<p>a</p><p>b</p>'],
    ['an own element around blocks', '<x-a>a<p>b</p></x-a>', '<div><p>a</p><p>b</p></div>'],
    ['own elements in each other', '<x-a><x-b><x-c>a</x-c></x-b></x-a>', '<div><div><p>a</p></div></div>'],
    [
      'an own element in a line',
      '<p>The <x-term>buoy</x-term> moved.</p>',
      '<p>The <span>buoy</span> moved.</p>',
    ],
    [
      'an own element beside words',
      '<div>The <x-term>buoy</x-term><x-sign></x-sign> moved.</div>',
      '<div>The <span>buoy</span><span></span> moved.</div>',
    ],
    [
      'an own element in a link and a cell',
      '<table><tbody><tr><td>a <x-b>b</x-b></td></tr></tbody></table>',
      '<table><tbody><tr><td>a <span>b</span></td></tr></tbody></table>',
    ],
  ])('%s', (_, html, expected) => {
    expect(prepared(html)).toBe(expected)
  })

  test('a fieldset with fields is a form, and no text', () => {
    expect(
      article('<fieldset><legend>Vote</legend><label>Yes</label><input type="radio"></fieldset>'),
    ).not.toContain('Vote')
  })

  test('a number that is none is no number', () => {
    expect(article('<ul><li value="5">Oranges and lemons</li></ul>')).toContain('<li>Oranges and lemons')
    expect(
      article('<ol start="3"><li value="x">Third of them</li><li value="-2">Next of them</li></ol>'),
    ).toContain('<ol start="3"><li>Third of them</li><li value="-2">Next of them</li></ol>')
  })
})
