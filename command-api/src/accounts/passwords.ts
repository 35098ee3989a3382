import { hash, verify } from '@node-rs/argon2'
import { type Asker, hashQueue } from './hash-queue.ts'
import { hasLeaked } from './leaked-passwords.ts'

/** argon2id (the library's default algorithm) with 19 MiB a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashing = hashQueue()

/** One password can have several sequences of code points, depending on the keyboard. */
const normal = (password: string) => password.normalize('NFKC')

/** Whether it is one that is tried first, case ignored. */
export const isCommonPassword = (password: string): boolean => hasLeaked(normal(password))

const OF_COST = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Whether a hash was made when another cost was enough. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(OF_COST)

/** @throws Rejected unavailable */
export const hashPassword = (asker: Asker, password: string): Promise<string> =>
  hashing(asker, () => hash(normal(password), COST))

export const verifyPassword = (
  user: { readonly id: string; readonly password_hash: string },
  password: string,
  isOwner: boolean,
): Promise<boolean> =>
  hashing({ userId: user.id, isOwner }, () => verify(user.password_hash, normal(password)))

let nobodysHash: Promise<string> | undefined

/**
 * Takes as long as verifyPassword, so that the time does not reveal who has an account. While a crowd of strangers waits it
 * does, as signing up always does with 'email-taken'.
 * @throws Rejected unavailable
 */
export const verifyNobody = async (network: string, password: string): Promise<void> => {
  nobodysHash ??= hash('nobody has this password', COST)
  const against = await nobodysHash
  await hashing({ network }, () => verify(against, normal(password)))
}
