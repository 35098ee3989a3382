import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { FetchFailure } from './failure.ts'

export type BodyLimit = {
  /** Limits the body before and after decompression. */
  readonly maxBytes: number
  /** At the limit: fail, or keep the part that was read. */
  readonly beyond: 'fail' | 'cut'
  /** Called for each piece that is kept; may throw. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

// Servers often end a compressed body early; browsers show the part that came.
const lenient = { finishFlush: zlib.constants.Z_SYNC_FLUSH }

const decoders: Record<string, () => Transform> = {
  gzip: () => zlib.createGunzip(lenient),
  'x-gzip': () => zlib.createGunzip(lenient),
  deflate: () => zlib.createInflate(lenient),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
}

/**
 * Reads a body and undoes its content encoding. Holds no more than the limit.
 * @throws FetchFailure too-large, bad-response
 */
export async function readBody(
  raw: Readable,
  contentEncoding: string,
  limit: BodyLimit,
): Promise<{ body: Uint8Array; cut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    await pipeline([
      raw,
      atMost(limit.maxBytes),
      ...decodersFor(contentEncoding),
      async (decoded: AsyncIterable<Buffer>) => {
        for await (const chunk of decoded) {
          chunks.push(chunk)
          size += chunk.length
          if (size > limit.maxBytes) throw new LimitReached()
          limit.onBytes?.(chunk.length)
        }
      },
    ] as never)
  } catch (error) {
    if (error instanceof LimitReached) {
      if (limit.beyond === 'fail') throw new FetchFailure('too-large', `over ${limit.maxBytes} bytes`)
      return { body: Buffer.concat(chunks).subarray(0, limit.maxBytes), cut: true }
    }
    if (/^(Z_|ERR__|ERR_BROTLI)/.test(String((error as NodeJS.ErrnoException).code))) {
      throw new FetchFailure('bad-response', `cannot decode ${contentEncoding}`, { cause: error })
    }
    throw error
  }
  return { body: Buffer.concat(chunks, size), cut: false }
}

class LimitReached extends Error {}

/** Limits the input of the decoders, which may never give any output. */
function atMost(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new LimitReached()
      yield chunk
    }
  }
}

function decodersFor(contentEncoding: string): Transform[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  if (names.length > 2) throw new FetchFailure('bad-response', `content-encoding ${contentEncoding}`)
  return names.reverse().map(name => {
    const decoder = decoders[name]
    if (!decoder) throw new FetchFailure('bad-response', `content-encoding ${name}`)
    return decoder()
  })
}
