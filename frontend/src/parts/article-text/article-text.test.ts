import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleText } from './article-text.ts'

const drawn = (html: string): HTMLElement => {
  const article = document.createElement('article')
  article.innerHTML = html
  document.body.replaceChildren(article)
  return article
}
const textOf = (html: string) => articleText(drawn(html))
const collapsed = (text: string) => text.replace(/\s+/g, ' ')

/** A range found by its text. */
const offsetsOf = (html: string, words: string) => {
  const text = textOf(html)
  const start = text.text.indexOf(words)
  return { text, start, end: start + words.length }
}

describe('the text', () => {
  test('has each run of white space as one space, over the borders of elements', () => {
    expect(textOf('<p>One \n two </p>\n <p> <b> three</b></p>').text).toBe('One two three')
  })

  test('counts a formula as its TeX before and after it is drawn', () => {
    const before = textOf('<p>Sum <span data-math="inline">a+b</span> of two</p>').text
    const drawn = '<span data-math="inline" data-tex="a+b"><i>a</i> + <i>b</i> and more</span>'
    expect(textOf(`<p>Sum ${drawn} of two</p>`).text).toBe(before)
  })

  test('leaves out what the reader draws', () => {
    expect(textOf('<pre><button data-not-text>Copy</button>let a</pre>').text).toBe('let a')
    expect(textOf('<p>Seen</p><span data-image-missing>Image</span>').text).toBe('Seen')
  })

  test('is read anew after a change of the article', () => {
    const article = drawn('<p>Old</p>')
    expect(articleText(article)).toBe(articleText(article))
    article.innerHTML = '<p>New</p>'
    expect(articleText(article).text).toBe('New')
  })
})

describe('blocks', () => {
  test('are the stretches of text that people see as lines of their own', () => {
    const html = '<p>One <b>two</b></p>\n<ul><li>three<ul><li>four</li></ul>five</li></ul><p>six<br>seven</p>'
    const { text, blocks } = textOf(html)
    expect(blocks.map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'One two',
      'three',
      'four',
      'five',
      'six',
      'seven',
    ])
    expect(blocks.map(({ element }) => element.localName)).toEqual(['p', 'li', 'li', 'li', 'p', 'p'])
  })

  test('are the lines of a quote, and code keeps its own lines', () => {
    const html = '<p>Run  this:</p><pre><code>if a:\n  b()</code></pre><p>Then rest.</p>'
    const { text, start } = offsetsOf(html, 'this:')
    expect(text.quote({ start, end: text.text.indexOf(' rest') })).toBe('this:\nif a:\n  b()\nThen')
  })
})

test('a range ends in the node that has its last character', () => {
  const { text, start, end } = offsetsOf('<p>One</p><p>two three</p>', 'One')
  const range = text.rangeOf(start, end)
  expect([range.toString(), range.endContainer.nodeValue]).toEqual(['One', 'One'])
})

test('a range over a formula has all of it, and a selection inside it too', () => {
  const { text, start, end } = offsetsOf('<p>Sum <span data-tex="a+b"><i>a</i>+<i>b</i></span> of</p>', 'a+b')
  expect(text.rangeOf(start, end).cloneContents().querySelector('[data-tex]')).not.toBeNull()
  const inside = document.createRange()
  const [a, b] = document.querySelectorAll('i')
  inside.setStart(a?.firstChild as Text, 0)
  inside.setEnd(b?.firstChild as Text, 0)
  expect(text.spanOf(inside)).toEqual({ start, end })
})

test('points outside the article are its start and its end', () => {
  document.body.innerHTML = '<p>Before</p><article><p>Text</p></article><p>After</p>'
  const text = articleText(document.querySelector('article') as Element)
  const all = document.createRange()
  all.selectNodeContents(document.body)
  expect(text.spanOf(all)).toEqual({ start: 0, end: 4 })
})

const chunk = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'é', '\u0301', '\u00ad', '👩‍🔬', 'ש', '漢', ' ', '\n', '\u00a0'),
    maxLength: 8,
  }),
)
const element = fc.constantFrom('p', 'b', 'li', 'pre', 'ruby', 'td', 'blockquote')
const { html } = fc.letrec<{ html: string }>(tie => ({
  html: fc.oneof(
    { maxDepth: 4 },
    chunk,
    fc.tuple(element, fc.array(tie('html'), { maxLength: 4 })).map(([name, inside]) => {
      return `<${name}>${inside.join('')}</${name}>`
    }),
  ),
}))

test('any span of any article is the range of the same text, and back', () => {
  fc.assert(
    fc.property(fc.array(html, { maxLength: 6 }), fc.nat(), fc.nat(), (parts, one, other) => {
      const article = drawn(parts.join(''))
      const text = articleText(article)
      expect(text.text).toBe(collapsed(article.textContent ?? ''))
      const length = text.text.length
      const [start, end] = [one % (length + 1), other % (length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ]
      const range = text.rangeOf(start, end)
      const span = text.spanOf(range)
      expect(text.text.slice(span.start, span.end)).toBe(text.text.slice(start, end))
      expect(collapsed(range.toString())).toBe(text.text.slice(start, end))
    }),
  )
})
