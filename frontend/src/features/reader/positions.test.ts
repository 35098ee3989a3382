import { beforeEach, expect, test } from 'vitest'
import { recallPosition, rememberPosition } from './positions.ts'

beforeEach(() => localStorage.clear())

const halfway = { block: 7, within: 0.25, read: 0.5 }

test('a position is kept for its user and article', () => {
  rememberPosition('mara', 3, halfway)
  expect(recallPosition('mara', 3)).toEqual(halfway)
  expect(recallPosition('mara', 4)).toBeNull()
  expect(recallPosition('other', 3)).toBeNull()
})

test('a finished article has none', () => {
  rememberPosition('mara', 3, halfway)
  rememberPosition('mara', 3, { ...halfway, read: 1 })
  expect(recallPosition('mara', 3)).toBeNull()
})

test('the oldest goes when there are too many', () => {
  for (let id = 1; id <= 301; id++) rememberPosition('mara', id, halfway)
  expect(recallPosition('mara', 1)).toBeNull()
  expect(recallPosition('mara', 301)).toEqual(halfway)
})
