import { expect, test } from 'vitest'
import { linkOf } from './attributes.ts'

test('brackets are written as escapes, but for those of a host', () =>
  expect(linkOf('http://[2001:db8::1]/a[b]?c=[d]')).toBe('http://[2001:db8::1]/a%5Bb%5D?c=%5Bd%5D'))

/** It would take hours if each bracket were looked for in all of the address. */
test('an address may have many brackets', () => {
  const many = 1_000_000
  expect(linkOf(`https://example.com/?${'['.repeat(many)}`)).toBe(
    `https://example.com/?${'%5B'.repeat(many)}`,
  )
})
