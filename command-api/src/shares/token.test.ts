import { afterEach, expect, it, vi } from 'vitest'
import { hashToken, newToken, signerOf } from './token.ts'

afterEach(() => void vi.useRealTimers())

it('a token has 128 bits, and each is another one', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16)
})

it('text that is no token has a hash like any other', () => {
  for (const text of ['', 'x', 'A'.repeat(21), 'é\0', 'x'.repeat(10_000)])
    expect(hashToken(text)).toHaveLength(32)
})

it('an address is signed for one public link, for an hour, by one installation', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  const signer = signerOf('a secret of this installation, long')
  const signed = signer.sign('one')
  expect(signer.isSigned('one', signed)).toBe(true)
  expect(signer.isSigned('two', signed)).toBe(false)
  expect(signerOf('the secret of another installation').isSigned('one', signed)).toBe(false)
  expect(signer.isSigned('one', { ...signed, until: String(Number(signed.until) + 1) })).toBe(false)
  for (const key of ['', 'x', `${signed.key}A`, signed.key.slice(1)])
    expect(signer.isSigned('one', { ...signed, key })).toBe(false)
  const twice = { ...signed, key: [signed.key, signed.key] } as unknown as typeof signed
  for (const none of [{}, { until: signed.until }, { key: signed.key }, twice])
    expect(signer.isSigned('one', none)).toBe(false)
  vi.setSystemTime(1_700_000_000_000 + 3_599_000)
  expect(signer.isSigned('one', signed)).toBe(true)
  vi.setSystemTime(1_700_000_000_000 + 3_600_000)
  expect(signer.isSigned('one', signed)).toBe(false)
})

it('the address of a picture is signed for one public link', () => {
  const signer = signerOf('a secret of this installation, long')
  const key = signer.signPicture('one', 'a'.repeat(64))
  expect(signer.isPicture('one', 'a'.repeat(64), key)).toBe(true)
  expect(signer.isPicture('two', 'a'.repeat(64), key)).toBe(false)
  expect(signer.isPicture('one', 'b'.repeat(64), key)).toBe(false)
  for (const none of [undefined, '', [key, key]])
    expect(signer.isPicture('one', 'a'.repeat(64), none)).toBe(false)
})
