import { expect, test } from 'vitest'
import { siteOf } from './site.ts'

test.each([
  ['https://www.Example.com:8080/a?b#c', 'example.com'],
  ['http://blog.example.com/', 'blog.example.com'],
  ['example.com/path', 'example.com'],
  ['WWW.example.com.', 'example.com'],
  ['*.example.com', 'example.com'],
  ['.com', 'com'],
  ['www.com', 'www.com'],
  ['wwwhat.com', 'wwwhat.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['https://user:pass@example.com/', 'example.com'],
  ['http://[::1]:80/', '[::1]'],
  ['localhost', 'localhost'],
  ['no host at all', 'no host at all'],
  ['%%%', '%%%'],
  ['', ''],
])('%j is on %j', (address, site) => {
  expect(siteOf(address)).toBe(site)
})
