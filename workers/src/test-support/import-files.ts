import { readFileSync } from 'node:fs'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { chunksOf } from '../sources/chunk.ts'
import { detect } from '../sources/detect.ts'
import type { Format, SourceFile, SourceItem } from '../sources/source.ts'

/** The time at which test files are read. */
export const NOW = new Date('2026-11-22T12:00:00Z')

/** A file in memory that is read in pieces of `size` bytes. */
export const fileOf = (content: string | Uint8Array, { name = 'file', size = 65_536 } = {}): SourceFile => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    size: bytes.length,
    async *read(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += size) yield bytes.subarray(at, Math.min(at + size, end))
    },
  }
}

export const fixtureBytes = (path: string): Buffer =>
  readFileSync(new URL(`../../fixtures/imports/${path}`, import.meta.url))

export const itemsOf = async (format: Format, content: string | Uint8Array): Promise<SourceItem[]> => {
  const items: SourceItem[] = []
  for await (const item of format.read(fileOf(content))) items.push(item)
  return items
}

/** What a file gives: its source, rows in order, and what goes with them. */
export const importOf = async (file: SourceFile, chosen: ImportSource) => {
  const format = await detect(file, chosen)
  const found = {
    source: format.source,
    rows: [],
    failed: [],
    skipped: [],
    shortened: [],
    notes: [],
  } as Found
  for await (const { chunk, notes } of chunksOf(format.read(file), { now: NOW })) {
    found.rows.push(...chunk.rows)
    found.failed.push(...chunk.failed)
    found.skipped.push(...chunk.skipped)
    found.shortened.push(...chunk.shortened)
    found.notes.push(...notes)
  }
  return found
}

type Chunk = import('@lectern/contracts/import-rows.ts').ImportChunk
type Found = Pick<Chunk, 'rows' | 'failed' | 'skipped' | 'shortened'> & {
  source: ImportSource
  notes: import('../sources/chunk.ts').RowNotes[]
}
