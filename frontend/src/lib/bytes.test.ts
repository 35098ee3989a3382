import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [340, '340 bytes'],
  [1_240, '1.2 kB'],
  [48_300_000, '48 MB'],
  [5_000_000, '5 MB'],
  [2_100_000_000, '2.1 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
