import { Readable } from 'node:stream'
import yazl from 'yazl'

/** Adds a file to the archive, and resolves when it was read to its end. */
export type AddFile = (
  name: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  how: { readonly at: Date; readonly isPacked?: boolean },
) => Promise<void>

/** yazl keeps this function of every file until the archive ends, and must not keep the file with it. */
const givenOnce = (file: Readable) => {
  let held: Readable | undefined = file
  return (give: (error: unknown, file: NodeJS.ReadableStream) => void): void => {
    if (held !== undefined) give(null, held)
    held = undefined
  }
}

/**
 * yazl keeps the name of every file, too. Node puts a short text into a piece of 64 kB that it shares with others, which the
 * name would hold: 330 MB for 5,000 articles.
 */
const ownName = (zip: yazl.ZipFile): void => {
  const entry = (zip as unknown as { entries: { utf8FileName: Buffer }[] }).entries.at(-1)
  if (entry === undefined) return
  const own = Buffer.allocUnsafeSlow(entry.utf8FileName.length)
  entry.utf8FileName.copy(own)
  entry.utf8FileName = own
}

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
    zip.addReadStreamLazy(name, { mtime: at, compress: !isPacked }, givenOnce(file))
    ownName(zip)
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
