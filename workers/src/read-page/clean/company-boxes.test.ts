import { describe, expect, test } from 'vitest'
import { cleaned, fixturePage, prose } from '../../test-support/articles.ts'

const text = 'Acme makes ropes for boats in forty countries, and has done so since the harbour was built.'
const dateline = `<p>HARBOUR CITY, Nov. 19, 2024 /PRNewswire/ -- Acme has a new rope, which is longer than the one that it had before, and blue.</p>`
const release = (below: string, above = dateline) => cleaned({ above, below }).replace(above, '')

test('a press release ends where its text does', () => {
  const { text } = fixturePage('press-release.html')
  expect(text.split('\n')).toHaveLength(6)
  expect(text).toMatch(/^HARBOUR CITY, .*takes years to rot\.$/s)
})

describe('the box of a company below its press release goes:', () => {
  test.each([
    ['a heading', `<h3>About Acme</h3><p>${text}</p>`],
    ['a heading in capitals', `<h3>ABOUT ACME, INC.</h3><p>${text}</p>`],
    ['bold words', `<p><strong>About Acme Corp. (NASDAQ: ACME)</strong></p><p>${text}</p>`],
    ['bold words in the same line', `<p><b>About Acme:</b> ${text}</p>`],
    ['bold words before a break', `<p><strong>About Acme</strong><br>${text}</p>`],
    ['a plain line', `<p>About Acme</p><p>${text}</p>`],
    ['more paragraphs', `<h3>About Acme</h3><p>${text}</p><p>Ropes are sold by the metre.</p>`],
    ['two companies', `<h3>About Acme</h3><p>${text}</p><h3>About Bolt</h3><p>Bolt makes anchors.</p>`],
    [
      'contacts after a sign',
      '<p># # #</p><p><strong>Media Contact:</strong></p><p>Ada Poe</p><p>ada@acme.example, +1 555 010 0100</p>',
    ],
    [
      'what lawyers say',
      `<h3>About Acme</h3><p>${text}</p><p><strong>Forward-Looking Statements</strong></p><p>${text.replaceAll('Acme', 'It')}</p>`,
    ],
    ['a source', `<h3>About Acme</h3><p>${text}</p><p>SOURCE Acme</p>`],
    ['German', `<p><strong>Über die Acme AG</strong></p><p>Die ${text}</p>`],
    ['French', `<p><strong>À propos d’Acme</strong></p><p>${text}</p>`],
    ['Spanish', `<p><strong>Acerca de Acme</strong></p><p>${text}</p>`],
  ])('%s', (_, box) => {
    expect(release(box)).toBe('')
  })

  test.each([
    [
      'by the way a release begins',
      '<p>Berlin, 19. November 2024 – ',
      'Acme hat ein neues Seil, das länger ist.</p>',
    ],
    [
      'of a wire',
      '<p>HARBOUR CITY--(BUSINESS WIRE)--',
      'Acme has a new rope, which is longer than before.</p>',
    ],
  ])('%s', (_, begins, words) => {
    const above = `${begins}${words.replace('</p>', ` ${words}`)}`
    expect(release(`<h3>About Acme</h3><p>${text}</p>`, above)).toBe('')
  })

  test('without such a beginning, if it says whom to ask, or is about the site', () => {
    expect(
      cleaned({
        below: `<h3>About Acme</h3><p>${text}</p><p>Press contact: <a href="mailto:ada@acme.example">Ada Poe</a></p>`,
      }),
    ).toBe('')
    expect(cleaned({ below: `<h3>About Acme</h3><p>${text}</p>` }, { siteName: 'Acme News' })).toBe('')
    expect(
      cleaned({ below: `<h3>About Acme</h3><p>${text}</p>` }, { url: 'https://blog.acme.example/1' }),
    ).toBe('')
  })
})

describe('what only looks like one stays:', () => {
  const part = `<h3>About Acme</h3><p>${text}</p>`
  test.each([
    ['a part of an article that is no release', part],
    ['a text that does not name it', `${part.replace('Acme makes', 'They make')}`],
    [
      'words that are no name',
      '<h2>About ropes</h2><p>Ropes are made of hemp, and sold by the metre in forty countries.</p>',
    ],
    [
      'a part about contacts',
      '<h2>Contacts</h2><p>The phone keeps its contacts in one list, which it sorts by their last names.</p>',
    ],
    ['the sign between two parts', `<p>###</p>${prose.replace('lay', 'stood')}`],
    ['an end', '<p>The end.</p><p>And then the fog came back once more.</p>'],
  ])('%s', (_, html) => {
    expect(cleaned({ below: html })).toBe(html)
  })

  test.each([
    ['before another part', `${part}<h3>What it costs</h3><p>Nobody knows what the rope will cost.</p>`],
    ['with text after the sign', `<p>###</p><p>${text}</p>`],
    ['that is most of the page', `<h3>About Acme</h3>${`<p>${text}</p>`.repeat(12)}`],
  ])('%s, in a release', (_, html) => {
    expect(release(html)).toBe(html)
  })

  test('between paragraphs', () => {
    expect(cleaned({ above: dateline, within: part })).toBe(dateline + part)
  })
})
