import { createHash } from 'node:crypto'

/** Postgres indexes no text over some 2,700 bytes. Names up to this length are their own key. */
const MAX_PLAIN_BYTES = 1_024

/** The key of a stream in the index: its name, or the digest of a long name, padded to be longer than any plain name. */
export const streamKey = (name: string): string =>
  isLongName(name)
    ? createHash('sha256')
        .update(name)
        .digest('hex')
        .padStart(MAX_PLAIN_BYTES + 1, '#')
    : name

/** Whether the key differs from the name. */
export const isLongName = (name: string): boolean => Buffer.byteLength(name) > MAX_PLAIN_BYTES
