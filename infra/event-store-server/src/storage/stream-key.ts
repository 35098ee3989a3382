import { createHash } from 'node:crypto'

/** Postgres indexes no text beyond some 2,700 bytes; names up to this many stand for themselves. */
const MAX_PLAIN_BYTES = 1_024

/** What stands for a stream in the index: its name, or for a long one its digest, filled up beyond the length of every plain name. */
export const streamKey = (name: string): string =>
  isLongName(name)
    ? createHash('sha256')
        .update(name)
        .digest('hex')
        .padStart(MAX_PLAIN_BYTES + 1, '#')
    : name

/** Whether the name is kept beside its key. */
export const isLongName = (name: string): boolean => Buffer.byteLength(name) > MAX_PLAIN_BYTES
