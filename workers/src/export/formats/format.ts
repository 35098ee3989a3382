import type { Snapshot } from '../snapshot.ts'

/**
 * Gives the file of a library from its beginning to its end. Memory does not grow with the library.
 * @param told is called for each link that is written; a rejection ends the file
 */
export type Format = (library: Snapshot, told: () => Promise<void>) => AsyncIterable<string | Uint8Array>

/** What a file is made of: links, or events of an audit file. */
export type Source = AsyncDisposable & {
  readonly total: number
  /** @param told is called for each link or event that is written; a rejection ends the file */
  file(told: () => Promise<void>): AsyncIterable<string | Uint8Array>
}

const BATCH = 65_536

/** Short texts in larger ones. */
export async function* inBatches(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let batch = ''
  for await (const text of texts) {
    batch += text
    if (batch.length < BATCH) continue
    yield batch
    batch = ''
  }
  if (batch !== '') yield batch
}
