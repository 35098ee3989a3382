import type { SourceFile } from '../source.ts'
import { BLOCK_BYTES, blocksOf } from './blocks.ts'
import { type Decode, decoderFor, encodingOf } from './encoding.ts'

/** Bytes that decide on the encoding. */
const DECIDING_BYTES = 1_048_576

const withoutNuls = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** The text of a file in pieces, without byte order mark and without NULs, which Postgres refuses. */
export async function* textOf(file: Pick<SourceFile, 'read'>): AsyncGenerator<string> {
  const head: Buffer[] = []
  let decode: Decode | undefined
  for await (const block of blocksOf(file.read())) {
    if (decode !== undefined) {
      yield withoutNuls(decode(block, false))
      continue
    }
    head.push(Buffer.from(block))
    if (head.length * BLOCK_BYTES < DECIDING_BYTES) continue
    decode = decoderFor(encodingOf(Buffer.concat(head)))
    for (const first of head.splice(0)) yield withoutNuls(decode(first, false))
  }
  decode ??= decoderFor(encodingOf(Buffer.concat(head)))
  for (const first of head) yield withoutNuls(decode(first, false))
  yield withoutNuls(decode(Buffer.alloc(0), true))
}

/** All bytes of a small file, or those of a range. */
export const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
