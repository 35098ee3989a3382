import { describe, expect, test } from 'vitest'
import { prose, stored } from '../test-support/articles.ts'
import { readPage } from './read-page.ts'

const article = (inner: string, head = '') => stored(inner, head).replaceAll(prose, '')

describe('an article keeps', () => {
  test.each([
    [
      'a table in a table',
      '<table><tbody><tr><td><table><tbody><tr><td>in</td><td>side</td></tr></tbody></table></td><td>out</td></tr></tbody></table>',
    ],
    ['marks of direction', '<p>He said <bdo dir="rtl">olleh</bdo> and <bdi>שלום</bdi> to all of them.</p>'],
    ['text of the other direction', '<p dir="rtl" lang="he">הנמל שכב דומם תחת ערפל הבוקר, ואיש לא דיבר.</p>'],
    [
      'ruby',
      '<p>This is <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby> in the middle of it.</p>',
    ],
    ['white space of code', '<pre><code class="language-py">def f():\n    if x:\n\treturn  1\n</code></pre>'],
    [
      'soft hyphens and joiners',
      '<p>The har\u00adbour\u200bmaster and the \u{1F469}\u200d\u{1F680} went out.</p>',
    ],
    ['emoji alone', '<p>\u{1F1E9}\u{1F1EA} \u{1F44D}\u{1F3FD} ❤️</p>'],
    [
      'combining marks',
      '<p>Cafe\u0301 and Z\u0351\u0343\u036calgo\u0335 were open until the evening came.</p>',
    ],
    ['a list of definitions', '<dl><dt>Fog</dt><dd>What hides the boats.</dd></dl>'],
    ['a list of short steps', '<ol><li>Stop.</li><li>Look.</li><li>npm ci</li></ol>'],
    [
      'a figure and its caption',
      '<figure><img src="https://www.daily.example/a.jpg" alt="A" /><figcaption>Fog</figcaption></figure>',
    ],
    ['numbers below and above', '<p>Of H<sub>2</sub>O, 10<sup>9</sup> drops fell into the harbour.</p>'],
  ])('%s', (_, html) => {
    expect(article(html)).toContain(html)
  })

  test('200 nested elements around a text', () => {
    const html = `${'<div>'.repeat(200)}<p>The text at the bottom of all of them is here.</p>${'</div>'.repeat(200)}`
    expect(article(html)).toContain('The text at the bottom of all of them is here.')
  })
})

test('short steps before the first paragraph stay', () => {
  const page = `<title>Boats</title><article><ol><li>Stop.</li><li>npm ci</li></ol>${prose.repeat(8)}</article>`
  const result = readPage(
    { url: 'https://daily.example/', contentType: 'text/html', body: Buffer.from(page) },
    new Set(),
  )
  expect(result).toMatchObject({ html: expect.stringContaining('<ol><li>Stop.</li><li>npm ci</li></ol>') })
})
