import { describe, expect, it, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

describe('an excerpt', () => {
  test.each([
    ['<p>one two</p>', '<p>one two</p>', true],
    ['<p>one two three four</p><p>five</p>', '<p>one two three…</p>', false],
    [
      '<p>one <a href="https://e.example/a?b=1"><b>two three</b> four</a></p>',
      '<p>one <a href="https://e.example/a?b=1"><b>two three</b>…</a></p>',
      false,
    ],
    [
      '<p>one<br />two<img src="https://e.example/p.png" alt="x &gt; y" /> three</p><hr />',
      '<p>one<br />two<img src="https://e.example/p.png" alt="x &gt; y" /> three</p><hr />',
      true,
    ],
    // Letters that are written as references are no words, and no cut leaves half of one.
    ['<p>a &amp; b &lt;i&gt; c</p>', '<p>a &amp; b &lt;i&gt;…</p>', false],
    ['<p>one, two. Three! &quot;</p>', '<p>one, two. Three! &quot;</p>', true],
    // A half tag of HTML that was cut goes.
    ['<p>one <b>two</b> <img src="https://e.ex', '<p>one <b>two</b> </p>', false],
    ['', '', true],
  ])('of %s has the first words, and every element that it opens ends', (html, expected, isWhole) => {
    expect(excerptOf(html, 3)).toEqual({ html: expected, isWhole })
  })

  it('counts words of a language that has no spaces between them', () => {
    const text = '我们在图书馆里读书，然后回家。'.repeat(100)
    const { html, isWhole } = excerptOf(`<p>${text}</p>`, 30)
    expect(isWhole).toBe(false)
    expect(html.length).toBeLessThan(120)
  })

  it('is bounded where one word never ends', () => {
    const { html, isWhole } = excerptOf(`<p>${'x'.repeat(1_000_000)}</p>`, 300)
    expect([html, isWhole]).toEqual(['<p>…</p>', false])
  })
})
