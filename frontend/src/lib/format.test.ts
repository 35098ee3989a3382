import { expect, test } from 'vitest'
import { countOf, formatDate, formatExact, readingMinutes } from './format.ts'
import { hostOf, isWebAddress, tintOf } from './hosts.ts'

test('a date is short month, day and year, and the same day in every time zone', () => {
  expect(formatDate('2026-04-12')).toBe('Apr 12, 2026')
  expect(formatDate('no date')).toBeNull()
})

test('a moment is the date with a time after it', () => {
  expect(formatExact('2026-04-12T09:41:00')).toBe('Apr 12, 2026, 9:41 AM')
})

test('a count has thousands separators and a plural noun', () => {
  expect(countOf(1284, 'saved link')).toBe('1,284 saved links')
  expect(countOf(1, 'saved link')).toBe('1 saved link')
})

test('the reading time is words divided by 200, rounded up', () => {
  expect([1, 200, 201].map(readingMinutes)).toEqual([1, 1, 2])
})

test('a host loses www and always has the same tint', () => {
  expect(hostOf('https://www.example.test/a')).toBe('example.test')
  expect(hostOf('not an address')).toBe('not an address')
  expect(tintOf('example.test')).toBe(tintOf('example.test'))
})

test('only http and https addresses are web addresses', () => {
  expect(['https://a.test', 'javascript:alert(1)', 'data:text/html,x', null].map(isWebAddress)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
