import { expect, test } from 'vitest'
import { rateLimitNetwork } from './network.ts'

test.each([
  ['93.184.216.1', '93.184.216.1'],
  ['::ffff:93.184.216.1', '93.184.216.1'],
  ['2606:4700:1:2:3::1', '2606:4700:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['unknown', 'unknown'],
])('a rate limit counts %s as %s', (address, key) => {
  expect(rateLimitNetwork(address)).toBe(key)
})
