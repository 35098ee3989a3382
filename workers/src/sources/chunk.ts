import { CHUNK_BYTES, CHUNK_ROWS, type ImportChunk, type RowNote } from '@lectern/contracts/import-rows.ts'
import { createNormaliser, type Normalised } from './normalise.ts'
import type { DescribedCollections, SourceItem } from './source.ts'

export type RowNotes = { readonly row: number; readonly notes: RowNote[] }
export type ChunkWithNotes = { readonly chunk: ImportChunk; readonly notes: readonly RowNotes[] }

/**
 * Cuts the records of a file into chunks. Chunks end at the same rows wherever one begins, if it begins at the first row
 * of a chunk.
 * @param fromRow the first row to give
 */
export async function* chunksOf(
  items: AsyncIterable<SourceItem>,
  { now, fromRow = 1 }: { readonly now: Date; readonly fromRow?: number },
): AsyncGenerator<ChunkWithNotes> {
  const normalise = createNormaliser(now)
  let row = 0
  let open: OpenChunk | undefined
  for await (const item of items) {
    row++
    if (row < fromRow) continue
    const normalised = normalise(item, row)
    const bytes = bytesOf(normalised)
    const noteBytes = noteBytesOf(normalised)
    if (open !== undefined && !open.hasRoom(bytes, noteBytes)) {
      yield open
      open = undefined
    }
    open ??= new OpenChunk(row)
    if (item.collections) open.describe(item.collections)
    open.add(row, normalised, bytes, noteBytes)
  }
  if (open !== undefined) yield open
}

class OpenChunk implements ChunkWithNotes {
  readonly chunk: ImportChunk
  readonly notes: RowNotes[] = []
  #bytes = 0
  #noteBytes = 0

  constructor(firstRow: number) {
    this.chunk = { firstRow, lastRow: firstRow, rows: [], skipped: [], failed: [], shortened: [] }
  }

  hasRoom(bytes: number, noteBytes: number): boolean {
    const { firstRow, lastRow } = this.chunk
    const hasRoomForNotes = noteBytes === 0 || this.#noteBytes + noteBytes <= NOTE_BYTES
    return lastRow - firstRow + 1 < CHUNK_ROWS && this.#bytes + bytes <= CHUNK_BYTES && hasRoomForNotes
  }

  describe({ all, areShortened }: DescribedCollections): void {
    if (all.length === 0) return
    this.chunk.collections = [...all]
    this.#bytes += Buffer.byteLength(JSON.stringify(all))
    if (areShortened) this.chunk.shortened.push({ row: this.chunk.firstRow, reason: 'description' })
  }

  add(row: number, normalised: Normalised, bytes: number, noteBytes: number): void {
    this.chunk.lastRow = row
    this.#bytes += bytes
    this.#noteBytes += noteBytes
    if ('leftOut' in normalised) {
      this.chunk[normalised.kind].push(normalised.leftOut)
      return
    }
    this.chunk.rows.push(normalised.row)
    this.chunk.shortened.push(...normalised.shortened)
    if (normalised.notes.length > 0) this.notes.push({ row, notes: normalised.notes })
  }
}

/** Of all notes of a chunk, which are in memory together, unless a single row has more. */
const NOTE_BYTES = 8_388_608

const noteBytesOf = (normalised: Normalised): number => {
  if ('leftOut' in normalised) return 0
  return normalised.notes.reduce(
    (sum, { content, selectedText }) => sum + content.length + (selectedText?.length ?? 0),
    0,
  )
}

/** Bytes of JSON that a record adds to its chunk. */
const bytesOf = (normalised: Normalised): number => {
  const entry = 'leftOut' in normalised ? normalised.leftOut : normalised.row
  return Buffer.byteLength(JSON.stringify(entry)) + 1
}
