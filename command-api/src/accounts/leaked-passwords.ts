import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The first 4 bytes of the SHA-256 of each of 100,000 passwords that leaked most often, in lower case, sorted. One of 43,000 other
 * passwords has the same bytes, and is refused as well. make-leaked-passwords.ts writes the file.
 */
const known = new DataView(
  Uint8Array.from(readFileSync(new URL('leaked-passwords.bin', import.meta.url))).buffer,
)
const BYTES = 4

/** @param password in lower case */
export const leakedHash = (password: string): number =>
  createHash('sha256').update(password).digest().readUInt32BE()

/** Whether it is one of the passwords that leaked most often, case ignored. */
export const hasLeaked = (password: string): boolean => {
  const wanted = leakedHash(password.toLowerCase())
  let [from, to] = [0, known.byteLength / BYTES]
  while (from < to) {
    const middle = (from + to) >> 1
    const found = known.getUint32(middle * BYTES)
    if (found === wanted) return true
    if (found < wanted) from = middle + 1
    else to = middle
  }
  return false
}
