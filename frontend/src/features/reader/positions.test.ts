import { beforeEach, expect, test } from 'vitest'
import { loadPosition, savePosition } from './positions.ts'

beforeEach(() => localStorage.clear())

const halfway = { block: 7, within: 0.25, read: 0.5 }

test('a position is stored for its user and article', () => {
  savePosition('mara', 3, halfway)
  expect(loadPosition('mara', 3)).toEqual(halfway)
  expect(loadPosition('mara', 4)).toBeNull()
  expect(loadPosition('other', 3)).toBeNull()
})

test('a finished article has no position', () => {
  savePosition('mara', 3, halfway)
  savePosition('mara', 3, { ...halfway, read: 1 })
  expect(loadPosition('mara', 3)).toBeNull()
})

test('the oldest position is dropped above 300', () => {
  for (let id = 1; id <= 301; id++) savePosition('mara', id, halfway)
  expect(loadPosition('mara', 1)).toBeNull()
  expect(loadPosition('mara', 301)).toEqual(halfway)
})
