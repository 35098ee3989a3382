import { describe, expect, it, test } from 'vitest'
import { signupLocation } from './location.ts'

const at = (address: string, trustsProxy = false) =>
  signupLocation(address, { secret: 's', trustsProxy })?.toString('hex')

describe('signupLocation', () => {
  it('is the same within a /24 or /64, and hides the address', () => {
    expect(at('93.184.216.1')).toBe(at('93.184.216.254'))
    expect(at('93.184.216.1')).toBe(at('::ffff:93.184.216.9'))
    expect(at('93.184.216.1')).not.toBe(at('93.184.217.1'))
    expect(at('2606:4700:1:2::1')).toBe(at('2606:4700:1:2:ffff::9'))
    expect(at('2606:4700:1:2::1')).not.toBe(at('2606:4700:1:3::1'))
    expect(at('93.184.216.1')).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    'fe80::1%eth0',
    'fd00::1',
    'unknown',
  ])('%s is exempt, unless a proxy is trusted', address => {
    expect(at(address)).toBeUndefined()
    expect(at(address, true)).toBeDefined()
  })
})
