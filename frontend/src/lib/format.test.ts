import { expect, test } from 'vitest'
import { countOf, formatDate, readingMinutes } from './format.ts'
import { hostOf, isWebAddress, tintOf } from './hosts.ts'

test('a date is short month, day, year, and stays its day in every time zone', () => {
  expect(formatDate('2026-04-12')).toBe('Apr 12, 2026')
  expect(formatDate('no date')).toBeNull()
})

test('counts have thousands separators and a plural', () => {
  expect(countOf(1284, 'saved link')).toBe('1,284 saved links')
  expect(countOf(1, 'saved link')).toBe('1 saved link')
})

test('reading time is words by 200, rounded up', () => {
  expect([1, 200, 201].map(readingMinutes)).toEqual([1, 1, 2])
})

test('a host goes without www, and keeps its tint', () => {
  expect(hostOf('https://www.example.test/a')).toBe('example.test')
  expect(hostOf('not an address')).toBe('not an address')
  expect(tintOf('example.test')).toBe(tintOf('example.test'))
})

test('only web addresses are followed', () => {
  expect(['https://a.test', 'javascript:alert(1)', 'data:text/html,x', null].map(isWebAddress)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
