import { EXPORT_FORMAT, type EXPORT_LISTS, EXPORT_VERSION } from '@lectern/contracts/export.ts'
import { ImportChunk } from '@lectern/contracts/import-rows.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fileOf, fixtureBytes, importOf, NOW } from '../test-support/import-files.ts'
import { zipOf } from '../test-support/zip.ts'
import { type ChunkWithNotes, chunksOf } from './chunk.ts'
import { detect } from './detect.ts'

const hash = 'a'.repeat(64)
type File = Partial<Record<keyof typeof EXPORT_LISTS, readonly unknown[]>>

const exportOf = ({ collections = [], links = [], notes = [], ...others }: File): string => {
  const header = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt: '2026-11-20T10:11:12.131Z' }
  return JSON.stringify({ ...header, scope: 'all', collections, links, notes, ...others })
}
const link = (id: number, more: object = {}) => ({
  id,
  url: `https://a.example/${id}`,
  title: `L ${id}`,
  ...more,
})
const read = (content: string | Buffer) => importOf(fileOf(content), 'pocket')
const chunksIn = async (content: string | Buffer) => {
  const file = fileOf(content)
  const chunks: ChunkWithNotes[] = []
  for await (const chunk of chunksOf((await detect(file, 'pocket')).read(file), { now: NOW }))
    chunks.push(chunk)
  return chunks
}

describe('our own export', () => {
  it('gives links, notes and collections as they were', async () => {
    const bytes = fixtureBytes('lectern/library.json')
    const [first] = await chunksIn(bytes)
    const { collections, links, notes } = JSON.parse(bytes.toString())
    expect(first?.chunk.collections).toEqual(
      collections.map(({ id: ref, ...others }: { id: number }) => ({ ref, ...others })),
    )
    expect(first?.chunk.rows).toEqual(
      links.map((each: Record<string, unknown>, n: number) => {
        const { id: _, createdAt: savedAt, collectionId, page: __, position, ...same } = each
        const collection = collections.find(({ id }: { id: number }) => id === collectionId)?.name ?? null
        const ref = collectionId === null ? {} : { collectionRef: collectionId }
        const place = position === null ? {} : { position }
        return { row: n + 1, ...same, savedAt, collection, isExact: true, ...ref, ...place }
      }),
    )
    const absent = (value: unknown) => value === null || value === false
    expect(first?.notes.flatMap(({ row, notes }) => notes.map(note => ({ row, ...note })))).toEqual(
      notes.map((each: Record<string, unknown>) => {
        const { id: _, linkId, isPrivate, position, anchor, ...same } = each
        const own = Object.entries({ isPrivate, position, anchor }).filter(([, value]) => !absent(value))
        const row = links.findIndex(({ id }: { id: number }) => id === linkId) + 1
        return { row, ...same, ...Object.fromEntries(own) }
      }),
    )
    expect(ImportChunk.parse(first?.chunk)).toEqual(first?.chunk)
  })

  it('is read from the ZIP of an export, whatever else is in it', async () => {
    const json = fixtureBytes('lectern/library.json')
    const others = { 'articles/road-11.html': '<p>Fog</p>', 'images/a.webp': Buffer.from('RIFF....WEBP') }
    for (const folder of ['', 'my export/']) {
      const zip = await zipOf({ ...others, [`${folder}library.json`]: json, 'index.html': '<p>' })
      expect(await read(zip)).toEqual(await read(json))
    }
  })

  it('is read from a ZIP that a person made of it', async () => {
    const json = fixtureBytes('lectern/library.json')
    const names = ['__MACOSX/._lectern-2026-11-20.json', 'lectern-2026-11-20.json']
    const zip = await zipOf(Object.fromEntries(names.map((name, n) => [name, n === 0 ? 'x' : json])))
    expect(await read(zip)).toEqual(await read(json))
  })

  it('is read up to its history, however long that is', async () => {
    const bytes = fixtureBytes('lectern/library.json')
    const end = bytes.indexOf('"history":[') + '"history":['.length
    async function* pieces(_from = 0, to = Infinity) {
      yield bytes.subarray(0, end)
      // The format is told from the beginning.
      if (to < Infinity) return
      // The encoding is told from the first megabyte.
      for (let n = 0; n < 40; n += 1) yield Buffer.alloc(65_536, '{"sentence":"Saved an article"},\n')
      throw new Error('The whole history was read')
    }
    const file = { name: 'library.json', size: 1e12, read: pieces }
    expect(await importOf(file, 'pocket')).toEqual(await read(bytes))
  })

  it('is recognised where a program has formatted it or sorted its members', async () => {
    const file = JSON.parse(fixtureBytes('lectern/library.json').toString())
    const { rows } = await read(JSON.stringify(file))
    const sorted = Object.fromEntries(Object.entries(file).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const text of [JSON.stringify(file, null, 2), JSON.stringify(sorted, null, 1)])
      expect(await read(text)).toMatchObject({ source: 'lectern', rows })
  })

  it('accounts for records that are no links, and for notes without theirs', async () => {
    const found = await read(
      exportOf({
        links: [link(3), 'x', { id: 4, url: 7 }, { id: 5, url: 'ftp://a.example/' }, null, link(9)],
        notes: [
          { linkId: 1, content: 'before all' },
          { linkId: 3, content: 'kept' },
          { linkId: 6, content: 'between' },
          'x',
          { linkId: 9, content: 'kept, too' },
          { linkId: 10, content: 'after all' },
        ],
      }),
    )
    expect(found.rows.map(({ row }) => row)).toEqual([1, 6])
    expect(found.notes.map(({ row, notes }) => [row, notes[0]?.content])).toEqual([
      [1, 'kept'],
      [6, 'kept, too'],
    ])
    expect(found.failed.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'unreadable'],
      [3, 'no-url'],
      [4, 'not-http'],
      [5, 'unreadable'],
      ...[7, 8, 9, 10].map(row => [row, 'no-article']),
    ])
  })

  it('keeps the rest of a record whose member somebody broke', async () => {
    const broken = {
      title: 5,
      tags: 'x',
      createdAt: 'soon',
      isFavorite: 1,
      collectionId: -1,
      position: { offset: -1 },
    }
    const { rows } = await read(exportOf({ links: [link(1, broken)] }))
    expect(rows).toMatchObject([
      { url: 'https://a.example/1', title: 'a.example/1', tags: [], savedAt: null, isFavorite: false },
    ])
  })

  it('keeps all within the limits, and says what was lost', async () => {
    const long = {
      title: 'T'.repeat(300),
      note: 'n'.repeat(600),
      tags: Array.from({ length: 60 }, (_, n) => `t${n}`),
    }
    const notes = Array.from({ length: 1_002 }, (_, n) => ({ linkId: 1, content: `${n}` }))
    const collections = Array.from({ length: 1_001 }, (_, n) => ({
      ...{ id: n + 1, name: '名'.repeat(120), description: '述'.repeat(600), color: '#abcdef' },
    }))
    const [first] = await chunksIn(exportOf({ links: [link(1, long)], notes, collections }))
    const reasons = first?.chunk.shortened.map(({ reason }) => reason)
    expect(reasons?.toSorted()).toEqual(['description', 'note', 'notes', 'tags', 'title'])
    // The whole text of the link's note is one more.
    expect(first?.notes[0]?.notes).toHaveLength(1_001)
    expect(first?.chunk.collections).toHaveLength(1_000)
    expect(ImportChunk.parse(first?.chunk)).toEqual(first?.chunk)
    expect(JSON.stringify(first?.chunk).length).toBeLessThan(1_000_000)
  })

  it('ends a chunk before the notes of its links fill the memory', async () => {
    const links = Array.from({ length: 12 }, (_, n) => link(n + 1))
    const notes = links.flatMap(({ id }) =>
      Array.from({ length: 20 }, () => ({ linkId: id, content: 'x'.repeat(100_000) })),
    )
    const sizes = (await chunksIn(exportOf({ links, notes }))).map(({ notes }) => notes.length)
    expect(sizes).toEqual([4, 4, 4])
  })
})

/** A text that the API takes as it is. */
const text = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: 'binary', maxLength, minLength })
    .map(given => given.replace(/[^\P{Cc}\n\t]/gu, '').trim())
    .filter(given => given.length >= minLength && given.length <= maxLength)
const date = fc
  .date({ min: new Date('1990-01-01'), max: NOW, noInvalidDate: true })
  .map(at => at.toISOString())
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map(n => `#${n.toString(16).padStart(6, '0').toUpperCase()}`)
const position = fc.record({
  ...{ offset: fc.nat(), length: fc.option(fc.nat()), contentHash: fc.constant(hash), updatedAt: date },
})
const tag = text(20, 1).filter(name => !/^[#\s]/.test(name))
const library = fc.record({
  collections: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 20 }),
      name: text(9, 1),
      description: fc.option(text(50, 1)),
      color,
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  ),
  links: fc
    .uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 99 }),
        url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
        title: text(50, 1),
        titleFrom: fc.constantFrom('person', 'page'),
        note: fc.option(text(80, 1)),
        tags: fc.uniqueArray(tag, { maxLength: 4 }),
        createdAt: date,
        isFavorite: fc.boolean(),
        isArchived: fc.boolean(),
        position: fc.option(position),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
    )
    .map(links => links.toSorted((a, b) => a.id - b.id)),
})

test('any library comes back as it was, however the file is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(library, fc.integer({ min: 1, max: 300 }), async ({ collections, links }, size) => {
      const file = fileOf(exportOf({ collections, links }), { size })
      const found = await importOf(file, 'karakeep')
      expect(found.shortened).toEqual([])
      expect(found.rows.map(({ row: _, isExact: __, collection: ___, savedAt, ...same }) => same)).toEqual(
        links.map(({ id: _, createdAt: __, position, ...same }) => ({
          ...same,
          ...(position && { position }),
        })),
      )
      expect(found.rows.map(({ savedAt }) => savedAt)).toEqual(links.map(({ createdAt }) => createdAt))
    }),
    { numRuns: 200 },
  )
})
