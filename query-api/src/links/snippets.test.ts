import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { snippetsOf } from './snippets.ts'

const articles = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, text }))

it('other requests are answered between two articles of a search', async () => {
  let isDone = false
  const found = snippetsOf(articles(5, 'A needle'), ['needle']).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns += 1) await nextTurn()
  expect(turns).toBeGreaterThanOrEqual(5)
  expect([...(await found).keys()]).toEqual([1, 2, 3, 4, 5])
})

it('a page of books has snippets for the first of them', async () => {
  const book = 'A needle '.padEnd(200_000, 'and hay ')
  expect([...(await snippetsOf(articles(9, book), ['needle'])).keys()]).toEqual([1, 2, 3, 4, 5])
})
