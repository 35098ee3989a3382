import { CHUNK_BYTES, CHUNK_ROWS, ImportChunk } from '@lectern/contracts/import-rows.ts'
import { describe, expect, it } from 'vitest'
import { NOW } from '../test-support/import-files.ts'
import { type ChunkWithNotes, chunksOf } from './chunk.ts'
import type { SourceItem } from './source.ts'

const chunks = async (items: SourceItem[], fromRow?: number): Promise<ChunkWithNotes[]> => {
  async function* given() {
    yield* items
  }
  const found: ChunkWithNotes[] = []
  const options = fromRow === undefined ? { now: NOW } : { now: NOW, fromRow }
  for await (const chunk of chunksOf(given(), options)) found.push(chunk)
  return found
}
const link = (n: number): SourceItem => ({ kind: 'row', url: `https://a.example/${n}`, title: `t${n}` })
const spans = (found: ChunkWithNotes[]) => found.map(({ chunk }) => [chunk.firstRow, chunk.lastRow])

describe('chunksOf', () => {
  it('cuts at 500 records, whatever became of them', async () => {
    const items = Array.from(
      { length: 1_001 },
      (_, n): SourceItem => (n % 3 === 0 ? { kind: 'failed', reason: 'unreadable' } : link(n)),
    )
    const found = await chunks(items)
    expect(spans(found)).toEqual([
      [1, CHUNK_ROWS],
      [501, 1_000],
      [1_001, 1_001],
    ])
    for (const { chunk } of found) expect(ImportChunk.parse(chunk)).toEqual(chunk)
    const rows = found.flatMap(({ chunk }) => [...chunk.rows, ...chunk.failed].map(({ row }) => row))
    expect(rows.sort((a, b) => a - b)).toEqual(items.map((_, n) => n + 1))
  })

  it('cuts at 256 KiB of JSON', async () => {
    const url = (n: number) => `https://a.example/${n}/${'é'.repeat(2_000)}`
    const items = Array.from({ length: 300 }, (_, n): SourceItem => ({ kind: 'row', url: url(n) }))
    const found = await chunks(items)
    expect(found.length).toBeGreaterThan(4)
    for (const { chunk } of found)
      expect(Buffer.byteLength(JSON.stringify(chunk.rows))).toBeLessThanOrEqual(CHUNK_BYTES)
    expect(spans(found).at(-1)?.[1]).toBe(300)
  })

  it('goes on from a given row with chunks as before', async () => {
    const items = Array.from({ length: 1_200 }, (_, n) => link(n))
    const whole = await chunks(items)
    expect(await chunks(items, 501)).toEqual(whole.slice(1))
    expect(await chunks(items, 1_201)).toEqual([])
  })

  it('gives notes with the row they belong to', async () => {
    const items: SourceItem[] = [
      link(0),
      { ...link(1), kind: 'row', url: 'https://b.example', notes: [{ type: 'highlight', content: 'q' }] },
    ]
    const [found] = await chunks(items)
    expect(found?.notes).toEqual([
      {
        row: 2,
        notes: [{ type: 'highlight', content: 'q', selectedText: null, color: null, createdAt: null }],
      },
    ])
  })

  it('gives nothing for no records', async () => {
    expect(await chunks([])).toEqual([])
  })
})
