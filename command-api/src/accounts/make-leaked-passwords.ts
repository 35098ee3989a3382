import { readFileSync, writeFileSync } from 'node:fs'
import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { leakedHash } from './leaked-passwords.ts'

/** `node make-leaked-passwords.ts <list>…` writes leaked-passwords.bin from lists with a password on each line, the commonest first. */
const MOST = 100_000

const passwords = new Set<string>()
for (const list of process.argv.slice(2))
  for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
    const password = line.normalize('NFKC').toLowerCase()
    if (password.length >= PASSWORD_MIN && passwords.size < MOST) passwords.add(password)
  }
const hashes = Uint32Array.from([...passwords].map(leakedHash)).sort()
const bytes = Buffer.alloc(hashes.byteLength)
hashes.forEach((hash, n) => {
  bytes.writeUInt32BE(hash, n * Uint32Array.BYTES_PER_ELEMENT)
})
writeFileSync(new URL('leaked-passwords.bin', import.meta.url), bytes)
process.stdout.write(`${hashes.length} passwords, ${bytes.length} bytes\n`)
