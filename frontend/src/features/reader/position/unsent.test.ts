import { beforeEach, expect, test } from 'vitest'
import { keepUnsent, loadUnsent } from './unsent.ts'

beforeEach(() => localStorage.clear())

const place = { offset: 1_200, contentHash: 'a'.repeat(64), at: '2026-07-03T10:00:00.000Z' }

test('a place is kept for its user and article until it is sent', () => {
  keepUnsent('mara', 3, place)
  expect(loadUnsent('mara', 3)).toEqual(place)
  expect(loadUnsent('mara', 4)).toBeNull()
  expect(loadUnsent('other', 3)).toBeNull()
  keepUnsent('mara', 3, null)
  expect(loadUnsent('mara', 3)).toBeNull()
})

test('the oldest place is dropped above 300', () => {
  for (let id = 1; id <= 301; id++) keepUnsent('mara', id, place)
  expect(loadUnsent('mara', 1)).toBeNull()
  expect(loadUnsent('mara', 301)).toEqual(place)
})

test('what an earlier version of the reader stored is no place', () => {
  localStorage.setItem('reading:mara', JSON.stringify([[3, { block: 7, within: 0.25, read: 0.5 }]]))
  expect(loadUnsent('mara', 3)).toBeNull()
})
