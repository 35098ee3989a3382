import { once } from 'node:events'
import { type PassThrough, Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EPUB_BYTES_MAX } from '@lectern/contracts/epub.ts'
import yazl from 'yazl'

/** The book has more articles or bytes than one may have. */
export class BookTooLarge extends Error {
  override readonly name = 'BookTooLarge'
}

export type Archive = {
  /** Waits until the file is written, so that a slow reader holds up the writer. */
  readonly add: (path: string, content: string | Uint8Array, isCompressible?: boolean) => Promise<void>
  readonly end: () => Promise<void>
  readonly abort: (error: Error) => Promise<void>
}

/**
 * The ZIP of a book: its first file says what it is, and is not compressed. Nothing in it depends on the machine.
 * @param bytesMax for tests
 */
export const openArchive = (out: Writable, modified: Date, bytesMax = EPUB_BYTES_MAX): Archive => {
  const zip = new yazl.ZipFile()
  const stream = zip.outputStream as PassThrough
  const options = { mtime: dosTime(modified), mode: 0o100644, forceDosTimestamp: true }
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > bytesMax) done(new BookTooLarge(`more than ${bytesMax} bytes`))
      else done(null, piece)
    },
  })
  const written = pipeline(stream, counted, out)
  // The next call tells it.
  written.catch(() => {})
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...options, compress: false })
  return {
    add: async (path, content, isCompressible = true) => {
      const source = Readable.from([Buffer.from(content)], { objectMode: false })
      // Readers of streams need the size of a stored file beforehand, so that pictures are compressed, too.
      const compressionLevel = isCompressible ? 6 : 1
      zip.addReadStreamLazy(path, { ...options, compressionLevel }, give => give(null, source))
      await Promise.race([once(source, 'close'), written])
    },
    end: async () => {
      zip.end()
      await written
    },
    abort: async error => {
      stream.destroy(error)
      await written.catch(() => {})
    },
  }
}

/** ZIP has local times, and none before 1980. */
const dosTime = (date: Date): Date =>
  new Date(
    Math.max(1980, date.getUTCFullYear()),
    ...([date.getUTCMonth(), date.getUTCDate()] as const),
    ...([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()] as const),
  )
