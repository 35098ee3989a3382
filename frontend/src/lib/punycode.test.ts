import { expect, test } from 'vitest'
import { hostOf } from './hosts.ts'
import { decodedHost } from './punycode.ts'

test.each([
  ['https://www.example.org/a', 'example.org'],
  ['https://münchen.de/', 'münchen.de'],
  ['https://президент.рф/', 'президент.рф'],
  ['https://日本語の例え.jp/', '日本語の例え.jp'],
  ['https://한국어.example.kr/', '한국어.example.kr'],
  ['https://عربي.example/', 'عربي.example'],
  ['no address', 'no address'],
])('%s has the host %s', (url, host) => {
  expect(decodedHost(hostOf(url))).toBe(host)
})

test.each([
  // A Cyrillic а among Latin letters, and a word of Cyrillic letters that look Latin.
  'https://pаypal.com/',
  'https://аррӏе.com/',
  'https://xn--a-.example/',
])('%s stays encoded', url => {
  expect(decodedHost(hostOf(url))).toMatch(/xn--|^https/)
})
