import { Readable } from 'node:stream'
import yazl from 'yazl'

/** Adds a file to the archive, and resolves when it was read to its end. */
export type AddFile = (
  name: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  how: { readonly at: Date; readonly isPacked?: boolean },
) => Promise<void>

/** The bytes of a ZIP whose files come one after the other, as fast as the bytes are taken. */
export async function* archiveOf(fill: (add: AddFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const add: AddFile = (name, content, { at, isPacked = false }) => {
    if (output.destroyed) return Promise.reject(new Error('nobody takes the archive'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const file = Readable.from(content, { objectMode: false })
    file.once('error', reject).once('close', resolve)
    // Its pipe would wait for ever once nobody takes the bytes.
    const giveUp = () => reject(new Error('nobody takes the archive'))
    output.once('close', giveUp)
    promise.catch(() => file.destroy()).finally(() => output.off('close', giveUp))
    zip.addReadStreamLazy(name, { mtime: at, compress: !isPacked }, give => give(null, file))
    return promise
  }
  const filling = fill(add).then(() => zip.end(), fail)
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    // Nothing is read for the archive once this has ended.
    await filling
  }
}
