import { describe, expect, test } from 'vitest'
import { date, flag, jsonTags, pythonList, unescaped } from './fields.ts'

describe('date', () => {
  test.each([
    [1600000000, '2020-09-13T12:26:40.000Z'],
    ['1600000000', '2020-09-13T12:26:40.000Z'],
    [1588601562.25, '2020-05-04T14:12:42.250Z'],
    [1600000000123, '2020-09-13T12:26:40.123Z'],
    [1600000000123456, '2020-09-13T12:26:40.123Z'],
    ['2024-08-16T09:51:12.091Z', '2024-08-16T09:51:12.091Z'],
    ['2022-12-05 12:42:10+00:00', '2022-12-05T12:42:10.000Z'],
    ['2025-01-20 22:13:02.447000+00:00', '2025-01-20T22:13:02.447Z'],
    ['2016-09-08T11:55:58+0200', '2016-09-08T09:55:58.000Z'],
    ['2024-09-08T11:55:58+02:00', '2024-09-08T09:55:58.000Z'],
    ['2024-09-08T11:55:58-02:30', '2024-09-08T14:25:58.000Z'],
    ['2024-09-08', '2024-09-08T00:00:00.000Z'],
    [' 2024-09-08 11:55 ', '2024-09-08T11:55:00.000Z'],
    ['Sun, 08 Sep 2024 11:55:58 GMT', '2024-09-08T11:55:58.000Z'],
    ['Sep 8, 2024', '2024-09-08T00:00:00.000Z'],
  ])('reads %s', (given, expected) => {
    expect(date(given)?.toISOString()).toBe(expected)
  })

  test.each(['', '  ', null, undefined, {}])('finds none in %s', given => {
    expect(date(given)).toBeUndefined()
  })

  test.each(['soon', '08/09/2024', '2024-13-40', '1e999', '9'.repeat(400)])(
    'gives an invalid date for %s',
    given => {
      expect(date(given)?.getTime()).toBeNaN()
    },
  )
})

test.each([
  [true, true],
  [1, true],
  ['1', true],
  ['True', true],
  [0, false],
  ['', false],
  ['false', false],
  [null, false],
])('flag of %s is %s', (given, expected) => {
  expect(flag(given)).toBe(expected)
})

test.each([
  [`["don't", 'favorite', 'peanut, butter']`, ["don't", 'favorite', 'peanut, butter']],
  ['[]', []],
  ['', []],
  [`['it\\'s', 'caf\\xe9', '\\u65e5', 'a\\\\b']`, ["it's", 'café', '日', 'a\\b']],
  ['a, b', ['a', ' b']],
  [`['open`, []],
])('pythonList reads %s', (given, expected) => {
  expect(pythonList(given)).toEqual(expected)
})

test.each([
  ['["coding", "long read"]', ['coding', 'long read']],
  ['[]', []],
  ['', []],
  ["['a']", ['a']],
  ['a,b', ['a', 'b']],
])('jsonTags reads %s', (given, expected) => {
  expect(jsonTags(given)).toEqual(expected)
})

test.each([
  ['You&#39;re &amp; &quot;x&quot; &#x27;y&#x27; &lt;b&gt;&nbsp;z', "You're & \"x\" 'y' <b> z"],
  ['AT&T &copy; &#99999999;', 'AT&T &copy; &#99999999;'],
  ['&#1114112;', ''],
])('unescaped reads %s', (given, expected) => {
  expect(unescaped(given)).toBe(expected)
})
