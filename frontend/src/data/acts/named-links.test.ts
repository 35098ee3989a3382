import { expect, test } from 'vitest'
import { idsOf, nameLinks } from './named-links.ts'

test('ids that follow each other are named as a range, and links that are not sent yet alone', () => {
  expect(nameLinks([7, 2, -1_001, 3, 1, -1_000])).toEqual([-1_001, -1_000, [1, 3], 7])
})

test('a range names every id in it', () => {
  const named = nameLinks(Array.from({ length: 50_000 }, (_, n) => n + 1))
  expect(named).toEqual([[1, 50_000]])
  expect(idsOf(named)).toHaveLength(50_000)
})
