import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { FileRefused, type SourceFile } from '../source.ts'
import { bytesOf } from './text.ts'

const ENTRIES_MAX = 10_000
/** In bytes. */
const UNPACKED_MAX = 500_000_000
/** Largest ratio of sizes that an entry above this size may have. */
const RATIO_MAX = 200
const RATIO_FROM_BYTES = 1_048_576
/** Directory and small files are read in small steps, so whole blocks are fetched and the last one is kept. */
const BLOCK_BYTES = 262_144

/** Beginnings of files that are not text. */
const BINARY = [
  '504b0304',
  '504b0506',
  '89504e47',
  '25504446',
  '47494638',
  'ffd8ff',
  '1f8b',
  '7f454c46',
  '377abcaf',
]
const isBinary = (head: Buffer): boolean => BINARY.some(magic => head.toString('hex', 0, 4).startsWith(magic))

class FileReader extends yauzl.RandomAccessReader {
  readonly #file: SourceFile
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  /** What reading the file itself failed with; that is no fault of the ZIP. */
  failure: unknown

  constructor(file: SourceFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const bytes = end - start > BLOCK_BYTES ? this.#watched(start, end) : this.#held(start, end)
    return Readable.from(bytes, { objectMode: false })
  }

  async *#held(start: number, end: number): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.alloc(end - start)
    await this.#fill(bytes, 0, bytes.length, start)
    if (bytes.length > 0) yield bytes
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(buffer, offset, length, position).then(
      () => callback(null),
      error => callback(error),
    )
  }

  async #fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const { start, bytes } = this.#block
    if (position < start || position + length > start + bytes.length) {
      const end = Math.min(this.#file.size, position + Math.max(length, BLOCK_BYTES))
      this.#block = { start: position, bytes: await bytesOf(this.#watched(position, end)) }
    }
    const from = position - this.#block.start
    const copied = this.#block.bytes.copy(buffer, offset, from, from + length)
    if (copied < length) throw new Error('unexpected EOF')
  }

  async *#watched(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#file.read(start, end)
    } catch (error) {
      this.failure = error
      throw error
    }
  }
}

const reasonOf = (entry: yauzl.Entry): 'zip-refused' | undefined => {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
  const isNested = /\.(zip|gz|tgz|bz2|xz|7z|rar|tar|jar)$/i.test(entry.fileName)
  const isBomb =
    entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > RATIO_MAX * entry.compressedSize
  return isLink || isNested || isBomb || !entry.canDecodeFileData() ? 'zip-refused' : undefined
}

/** Names that lead out of the archive are an error of yauzl's own. */
const isNameError = (error: unknown): boolean =>
  /absolute path|relative path|invalid characters/.test((error as Error).message)

/**
 * The files of a ZIP, sorted by name.
 * @throws FileRefused where the ZIP is broken, too large, or holds what a ZIP of texts has no reason to hold
 */
export const openZip = async (file: SourceFile): Promise<SourceFile[]> => {
  const reader = new FileReader(file)
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, file.size, { autoClose: false })
    if (zip.entryCount > ENTRIES_MAX) throw new FileRefused('zip-refused', `${zip.entryCount} entries`)
    const entries: yauzl.Entry[] = []
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const reason = reasonOf(entry)
      if (reason !== undefined) throw new FileRefused(reason, entry.fileName)
      unpacked += entry.uncompressedSize
      if (unpacked > UNPACKED_MAX) throw new FileRefused('zip-too-large')
      if (!/(^|\/)(__MACOSX\/|\.)/.test(entry.fileName)) entries.push(entry)
    }
    return entries
      .sort((one, other) => (one.fileName < other.fileName ? -1 : 1))
      .map(entry => unpackedFile(reader, zip, entry))
  } catch (error) {
    throw refusal(reader, error)
  }
}

/** Files of an archive of which one is wanted. */
const SEARCHED_MAX = 250_000

/**
 * One file of a ZIP that may have many others, which are not read.
 * @throws FileRefused where the ZIP is broken, or the file is not as it should be
 */
export const findInZip = async (file: SourceFile, name: RegExp): Promise<SourceFile | undefined> => {
  const reader = new FileReader(file)
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, file.size, { autoClose: false })
    if (zip.entryCount > SEARCHED_MAX) throw new FileRefused('zip-refused', `${zip.entryCount} entries`)
    for await (const entry of zip.eachEntry()) {
      if (!name.test(entry.fileName) || /^__MACOSX\//.test(entry.fileName)) continue
      const reason = reasonOf(entry) ?? (entry.uncompressedSize > UNPACKED_MAX ? 'zip-too-large' : undefined)
      if (reason !== undefined) throw new FileRefused(reason, entry.fileName)
      return unpackedFile(reader, zip, entry)
    }
    return undefined
  } catch (error) {
    throw refusal(reader, error)
  }
}

const refusal = (reader: FileReader, error: unknown): unknown => {
  if (error instanceof FileRefused) return error
  return reader.failure ?? new FileRefused(isNameError(error) ? 'zip-refused' : 'unreadable', String(error))
}

const unpackedFile = (reader: FileReader, zip: yauzl.ZipFile, entry: yauzl.Entry): SourceFile => ({
  name: entry.fileName,
  size: entry.uncompressedSize,
  async *read(start = 0, end = entry.uncompressedSize) {
    let at = 0
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        const bytes: Buffer = piece
        if (at === 0 && isBinary(bytes)) throw new FileRefused('zip-refused', entry.fileName)
        const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at))
        at += bytes.length
        if (part.length > 0) yield part
        if (at >= end) return
      }
    } catch (error) {
      throw refusal(reader, error)
    }
  },
})
