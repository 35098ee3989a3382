/** In bytes. */
export const BLOCK_BYTES = 65_536

/**
 * Cuts bytes into blocks of one size, so that nothing depends on the pieces in which they come. A block is overwritten
 * when the next one is asked for, so that memory stays where it is.
 */
export async function* blocksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  let filled = 0
  for await (const piece of bytes) {
    let from = 0
    while (from < piece.length) {
      const part = piece.subarray(from, from + BLOCK_BYTES - filled)
      block.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < BLOCK_BYTES) continue
      yield block
      filled = 0
    }
  }
  if (filled > 0) yield block.subarray(0, filled)
}
