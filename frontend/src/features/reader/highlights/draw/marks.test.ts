import { expect, test } from 'vitest'
import { articleText } from '../../../../parts/article-text/article-text.ts'
import { aHighlight } from '../../../../test-support/notes.ts'
import { drawMarks, removeMarks } from './marks.ts'

const drawn = (html: string, ...quotes: string[]) => {
  const article = document.createElement('article')
  article.innerHTML = html
  document.body.replaceChildren(article)
  const { text } = articleText(article)
  const notes = quotes.map((quote, id) => {
    const start = text.indexOf(quote)
    return { note: aHighlight({ id, content: quote }), span: { start, end: start + quote.length } }
  })
  drawMarks(
    article,
    notes.sort((one, other) => one.span.start - other.span.start),
    color => color,
  )
  const marked = (id: number) =>
    [...article.querySelectorAll(`mark[data-drawn="${id}"]`)].map(mark => mark.textContent).join('|')
  return { article, marked, text }
}

test('a note over several blocks marks the text of each, and the article has the same text', () => {
  const html = '<p>One <b>two</b></p>\n<ul><li>three</li></ul><pre>four five</pre>'
  const { article, marked, text } = drawn(html, 'two three')
  expect(marked(0)).toBe('two|three')
  expect(articleText(article).text).toBe(text)
  removeMarks(article)
  expect(article.innerHTML).toBe(html)
})

test('notes overlap, and formulas are marked as a whole', () => {
  const { article, marked } = drawn(
    '<p>one two <span data-tex="x^2"><i>x</i>2</span> three four</p>',
    'one two',
    'two x^2 three',
    'three four',
  )
  expect([marked(0), marked(1), marked(2)]).toEqual(['one |two', 'two |x2|three', 'three four'])
  expect(articleText(article).text).toBe('one two x^2 three four')
})
