import { readFileSync } from 'node:fs'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default algorithm) with 19 MiB a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The commonest passwords of at least six characters, from the frequency list of zxcvbn (MIT). */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** Two hashes at once: each takes a core for tens of milliseconds. */
const hashing = limitConcurrency(2)

/** One password can have several sequences of code points, depending on the keyboard. */
const normal = (password: string) => password.normalize('NFKC')

/** Whether it is one of the thousand commonest passwords, case ignored. */
export const isCommonPassword = (password: string): boolean => COMMON.has(normal(password).toLowerCase())

export const hashPassword = (password: string): Promise<string> =>
  hashing.use(() => hash(normal(password), COST))

let nobodysHash: Promise<string> | undefined

/** Takes as long for an unknown user (hash undefined), so the time does not reveal who has an account. */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword('nobody has this password')
  const against = stored ?? (await nobodysHash)
  const matches = await hashing.use(() => verify(against, normal(password)))
  return matches && stored !== undefined
}
