import { expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

const card = (n: number) =>
  `<div class="card"><h2><a href="/${n}">Story ${n}</a></h2><p>What happened on day ${n}, and why nobody had seen it come until then, in ${n} pictures by our own people.</p></div>`
const plain = (n: number) => card(n).replace(/<a [^>]*>|<\/a>/g, '')
const cards = (make: (n: number) => string, count: number) =>
  Array.from({ length: count }, (_, n) => make(n)).join('')

test('cards that lead to other pages go', () => {
  expect(cleaned({ below: cards(card, 4) })).toBe('')
})

test.each([
  ['without links', cards(plain, 4)],
  ['of two', cards(card, 2)],
  ['that are most of the page', cards(card, 40)],
  ['with long texts', cards(n => card(n).replace('What', 'What, '.repeat(120)), 4)],
])('parts %s stay', (_, html) => {
  expect(cleaned({ below: html })).toContain('What')
})
