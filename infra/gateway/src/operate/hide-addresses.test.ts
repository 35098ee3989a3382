import { expect, test } from 'vitest'
import { hideAddresses } from './hide-addresses.ts'

test.each([
  [
    'fetch of https://ann:secret@example.com:8443/a/b?token=1 failed',
    'fetch of https://example.com:8443/… failed',
  ],
  ['"http://example.com/secret" and http://example.org', '"http://example.com/…" and http://example.org/…'],
  ['550 5.1.1 <ann.b+c@example.org>: no such user', '550 5.1.1 <…@example.org>: no such user'],
  ['the thread ended', 'the thread ended'],
  [`${'x '.repeat(996)}https://ann:secret@example.com`, `${'x '.repeat(996)}…`],
])('%s', (reason, hidden) => {
  expect(hideAddresses(reason)).toBe(hidden)
})
