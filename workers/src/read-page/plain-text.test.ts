import { describe, expect, test } from 'vitest'
import { fixturePage } from '../test-support/articles.ts'
import { isPlainText, plainTextHtml } from './plain-text.ts'
import { readPage } from './read-page.ts'

test('lines, columns and drawings of a memo are kept', () => {
  const { html, text } = fixturePage('memo.txt', 'text/plain; charset=utf-8')
  expect(html).toMatch(/^<pre>Network Working Group {41}A\. Writer\nRequest/)
  expect(html).toContain('   |  boat  | ------ | quay  |\n   +--------+        +-------+\n\n   All other')
  expect(html.match(/<pre>/g)).toHaveLength(1)
  expect(text.split('\n')).toContain('BOW the line in front')
})

test.each(['text/plain', 'text/markdown; charset=utf-8', 'text/x-markdown'])(
  'Markdown is text with its lines: %s',
  type => {
    const { html, text, words } = fixturePage('notes.md', type)
    expect(html).toContain('<p>The morning ferry was late again,')
    expect(html).toContain('<pre>- one\n- two\n\n```js\nlet a = 1 &lt; 2\n```</pre>')
    expect(text.split('\n')).toEqual(expect.arrayContaining(['# Harbour', '- one', '- two']))
    expect(words).toBeGreaterThan(40)
  },
)

const line = 'The harbour lay still under the morning fog, and nobody spoke.'

describe('plain text', () => {
  test.each([
    ['a paragraph in one line', `${line} ${line}`, `<p>${line} ${line}</p>`],
    ['lines of one width', `${line}\n${line}\nThe end.`, `<p>${line}<br />${line}<br />The end.</p>`],
    ['two spaces after a sentence', `${line}  ${line}`, `<p>${line}  ${line}</p>`],
    ['a poem', 'Fog\non the water\n\nand no boat', '<pre>Fog\non the water\n\nand no boat</pre>'],
    ['a table', 'a\tb\n1\t2', '<pre>a\tb\n1\t2</pre>'],
    ['line ends of other systems', 'a\r\nb\r\n\r\n c', '<pre>a\nb\n\n c</pre>'],
    ['pages of a memo', ' a\n\f\n b', '<pre> a\n\n b</pre>'],
    ['marks of HTML', '<b>a</b> & &amp;', '<p>&lt;b&gt;a&lt;/b&gt; &amp; &amp;amp;</p>'],
    ['blanks alone', ' \n\n\t\n', ''],
  ])('%s', (_, text, html) => {
    expect(plainTextHtml(text)).toBe(html)
  })

  test('other types are no plain text', () => {
    expect(['text/html', 'text/csv', '', 'application/json'].filter(isPlainText)).toEqual([])
  })

  test('without a word it is no article', () => {
    const result = readPage(
      { url: 'https://a.example/', contentType: 'text/plain', body: Buffer.from(' \n ') },
      new Set(),
    )
    expect(result).toMatchObject({ kind: 'unreadable', reason: 'no-article' })
  })
})
