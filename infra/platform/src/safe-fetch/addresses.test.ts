import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

describe('isPublicAddress', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    'example.com',
    '2130706433',
    '0x7f.1',
    '',
  ])('%s is not', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['93.184.216.34', '8.8.8.8', '172.15.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is',
    address => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('no IPv6 address outside 2000::/3 is public', () => {
    fc.assert(
      fc.property(fc.ipV6(), address => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16)
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })
})
