import { describe, expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

const words = (count: number, word = 'word') => `${word} `.repeat(count).trim()
const marked = (text: string, terms: string[]) => {
  const snippet = snippetOf(text, terms)
  return snippet?.marks.map(([from, to]) => snippet.text.slice(from, to))
}

describe('a snippet', () => {
  it('begins shortly before the match, at a word, and says that it is a part', () => {
    const snippet = snippetOf(`${words(3_000)} the needle here ${words(3_000)}`, ['needle'])
    expect(snippet?.text).toMatch(/^…word word the needle here (word )+word…$/)
    expect(snippet?.text.length).toBeLessThanOrEqual(182)
    expect(snippet?.text.indexOf('needle')).toBeLessThan(20)
  })

  it('is the whole of a short text, in one line', () => {
    expect(snippetOf('One\n needle\n\tin hay', ['needle'])).toEqual({
      text: 'One needle in hay',
      marks: [[4, 10]],
    })
  })

  it.each([
    ['Crème brûlée', ['brulee'], ['brûlée']],
    ['cre\u0300me bru\u0302le\u0301e', ['brulee'], ['bru\u0302le\u0301e']],
    ['Die Straße', ['strasse'], ['Straße']],
    ['Der ﬁnale Akt', ['finale'], ['ﬁnale']],
    ['😀😀 needle 😀', ['needle'], ['needle']],
    ['東京都に住む', ['東京'], ['東京']],
    ['مَرْحَبًا بالعالم', ['مرحبا'], ['مَرْحَبًا']],
    ['שָׁלוֹם לכולם', ['שלום'], ['שָׁלוֹם']],
    ['İstanbul', ['istanbul'], ['İstanbul']],
  ])('of %j marks %j', (text, terms, expected) => {
    expect(marked(text, terms)).toEqual(expected)
  })

  it('marks what the index finds: the beginnings of words, and phrases over punctuation', () => {
    expect(marked('A tomato, an automaton', ['tom'])).toEqual(['tom'])
    expect(marked('Quick, brown: a fox', ['quick brown'])).toEqual(['Quick, brown'])
    expect(marked('a well-known text', ['well-known'])).toEqual(['well-known'])
    expect(snippetOf('Nothing of it', ['omething', '!!'])).toBeUndefined()
  })

  it('shows the place with the most of the words', () => {
    const text = `fox ${words(2_000)} hen ${words(2_000)} the hen and the fox ${words(2_000)}`
    expect(marked(text, ['fox', 'hen'])).toEqual(['hen', 'fox'])
  })

  it('finds a match that lies between two parts of a long text', () => {
    for (let before = 480; before < 820; before += 1)
      expect(marked(`${'x'.repeat(before)} brown fox ${words(900)}`, ['brown fox'])).toEqual(['brown fox'])
  })

  it('never begins or ends inside a character', () => {
    const snippet = snippetOf(`${'👩‍🚀👍🏽'.repeat(900)} needle ${'𝒳e\u0301'.repeat(900)}`, ['needle'])
    expect(snippet?.text.isWellFormed()).toBe(true)
    expect(marked(`${'👩‍🚀'.repeat(900)} needle`, ['needle'])).toEqual(['needle'])
  })

  it('is text: signs of an article mark nothing and stay as they are', () => {
    const text = '{{needle}} <mark>fake</mark> \u0002fake\u0003 &lt;b&gt; <img src=x onerror=alert(1)>'
    expect(snippetOf(text, ['needle'])).toEqual({ text, marks: [[2, 8]] })
  })
})
