import { expect, test } from 'vitest'
import { plainForwardedFor, rateLimitNetwork } from './client-address.ts'

test.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  [' 1.2.3.4:5678 ,10.0.0.1:80', '1.2.3.4, 10.0.0.1'],
  ['1.2.3.4, unknown', ''],
  ['1.2.3.4, _hidden:80, 5.6.7.8', '5.6.7.8'],
  ['1.2.3', ''],
  ['', ''],
])('X-Forwarded-For %j is read as %j', (header, plain) => {
  expect(plainForwardedFor(header)).toBe(plain)
})

test.each([
  ['93.184.216.1', '93.184.216.1'],
  ['::ffff:93.184.216.1', '93.184.216.1'],
  ['2606:4700:1:2:3::1', '2606:4700:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['unknown', 'unknown'],
])('a rate limit counts %s as %s', (address, key) => {
  expect(rateLimitNetwork(address)).toBe(key)
})
