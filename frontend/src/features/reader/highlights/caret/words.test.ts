import { expect, test } from 'vitest'
import { articleText } from '../../../../parts/article-text/article-text.ts'
import { wordsOf } from './words.ts'

const reading = (html: string, language?: string) => {
  const article = document.createElement('article')
  article.innerHTML = html
  const read = articleText(article)
  const words = wordsOf(read, language)
  const walk = (by: 1 | -1, offset: number) => {
    const found: string[] = []
    for (let word = words.at(offset); word; word = words.beside(word, by))
      found.push(read.text.slice(word.start, word.end))
    return found
  }
  return { walk, length: read.text.length }
}

test('goes over blocks, punctuation and blocks without a word, in both directions', () => {
  const { walk, length } = reading('<p>One, two.</p><p>—</p><ul><li>three</li><li>four-five</li></ul>')
  const all = ['One', 'two', 'three', 'four', 'five']
  expect(walk(1, 0)).toEqual(all)
  expect(walk(-1, length)).toEqual(all.toReversed())
})

test('finds words where a language writes no spaces', () => {
  expect(reading('<p>私は本を読む。</p>', 'ja').walk(1, 0)).toEqual(['私', 'は', '本', 'を', '読む'])
})

test('an article without words has none', () => {
  expect(reading('<p>—</p>').walk(1, 0)).toEqual([])
})
