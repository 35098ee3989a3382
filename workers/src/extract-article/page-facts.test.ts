import { afterEach, describe, expect, test, vi } from 'vitest'
import { isoDate, languageTag, withoutSiteName } from './page-facts.ts'

test.each([
  ['Logs · The Blog', 'The Blog', 'Logs'],
  ['Logs | the blog', 'The Blog', 'Logs'],
  ['A - B — The Blog', 'The Blog', 'A - B'],
  ['All about The Blog', 'The Blog', 'All about The Blog'],
  ['The Blog', 'The Blog', 'The Blog'],
  [' - The Blog', 'The Blog', ' - The Blog'],
  ['Logs - The Blog', null, 'Logs - The Blog'],
  [null, 'The Blog', null],
])('the title %j of the site %j is %j', (title, siteName, expected) => {
  expect(withoutSiteName(title, siteName)).toBe(expected)
})

describe('a server far from Greenwich', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['2024-03-01', '2024-03-01'],
    ['2024-03-01T10:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00.5', '2024-03-01T10:00:00.500Z'],
    ['2024-03-01 10:00:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01 10:00 PM', '2024-03-01T22:00:00.000Z'],
    ['Mar 1, 2024 10:00', '2024-03-01T10:00:00.000Z'],
    ['March 1, 2024', '2024-03-01T00:00:00.000Z'],
    ['01-Mar-2024', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00-0300', '2024-03-01T13:00:00.000Z'],
    ['2024-03-01 10:00:00.000 +03:00', '2024-03-01T07:00:00.000Z'],
    ['Fri, 01 Mar 2024 10:00:00 EST', '2024-03-01T15:00:00.000Z'],
    ['Fri Mar 01 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-01T09:00:00.000Z'],
  ])('reads %s like any other', (given, expected) => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(new Date(0).getHours()).toBe(9)
    expect(isoDate(given)).toBe(expected)
  })
})

test.each([
  ['de-AT', 'de-AT'],
  ['zh_hant_tw', 'zh-Hant-TW'],
  ['en-x-12345678-12345678-12345678-123', 'en-x-12345678-12345678-12345678-123'],
  ['en-x-12345678-12345678-12345678-1234', null],
  ['klingon language', null],
])('the language tag %s is %s', (given, expected) => {
  expect(languageTag(given)).toBe(expected)
})
