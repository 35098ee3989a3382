import { EXPORT_LISTS, ExportHeader, type ExportList } from '@lectern/contracts/export.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from '../../sources/readers/csv.ts'
import { type Bookmark, bookmarks } from '../../sources/readers/html.ts'
import { jsonItems, taking } from '../../sources/readers/json.ts'
import { fixtureBytes } from '../../test-support/import-files.ts'
import {
  act,
  anyLibrary,
  type Library,
  link,
  note,
  noteElsewhere,
  snapshotOf,
  textOf,
} from '../test-support/library.ts'
import { formats } from './formats.ts'

const nothing = async () => {}
const written = (format: keyof typeof formats, library: Library) =>
  textOf(formats[format](snapshotOf(library), nothing))

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length)
}

const recordsOf = async (text: string): Promise<Record<ExportList, unknown[]>> => {
  const lists = Object.keys(EXPORT_LISTS) as ExportList[]
  const found = Object.fromEntries(lists.map(name => [name, [] as unknown[]])) as Record<
    ExportList,
    unknown[]
  >
  for await (const items of jsonItems(inPieces(text, 100), taking(...lists.map(name => `${name}.*`))))
    for (const item of items) {
      const name = item.path.split('.')[0] as ExportList
      if ('value' in item) found[name].push(EXPORT_LISTS[name].parse(item.value))
    }
  return found
}

const exported = ({ links, ...rest }: Library) => ({
  ...rest,
  links: links.map(({ shownTitle: _, articleId: __, failure: ___, ...fields }) => fields),
})

test('the JSON of any library gives it back, also to a reader that takes a record at a time', async () => {
  await fc.assert(
    fc.asyncProperty(anyLibrary, async library => {
      const text = await written('json', library)
      const { collections, links, notes, imports, history, notesElsewhere, ...header } = JSON.parse(text)
      expect(ExportHeader.parse(header).counts).toMatchObject({
        ...{ links: links.length, notes: notes.length, history: history.length },
      })
      expect({ collections, links, notes, imports, history, notesElsewhere }).toEqual(await recordsOf(text))
      expect({ collections, links, notes, history }).toEqual(exported(library))
    }),
    { numRuns: 60 },
  )
})

test('the JSON has its header on the first line and each record on one', async () => {
  const library = {
    ...{ collections: [], links: [link({ id: 1 }), link({ id: 2, note: 'a\nb' })], notes: [] },
    history: [act({ id: 'l0' })],
  }
  expect((await written('json', library)).split('\n').map(line => line.slice(0, 25))).toEqual([
    '{"format":"lectern","vers',
    '"collections":[',
    '],',
    '"links":[',
    '{"url":"https://example.c',
    '{"url":"https://example.c',
    '],',
    '"notes":[',
    '],',
    '"imports":[',
    '],',
    '"history":[',
    '{"at":"2026-01-02T03:04:0',
    '],',
    '"notesElsewhere":[',
    ']}',
    '',
  ])
})

test('the file that imports are tested with is one of ours', async () => {
  const text = fixtureBytes('lectern/library.json').toString()
  // It is of before there were these.
  const { notesElsewhere, ...records } = await recordsOf(text)
  const { collections: _, links: __, notes: ___, imports: ____, history: _____, ...header } = JSON.parse(text)
  const counts = Object.entries(records).map(([list, all]) => [list, all.length])
  expect(ExportHeader.parse(header).counts).toEqual({
    ...Object.fromEntries(counts),
    notesElsewhere: notesElsewhere.length,
  })
  expect(JSON.parse(text)).toMatchObject(records)
})

/** The cells of a table without its header. */
const cellsOf = async (csv: string): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const records of csvRecords(inPieces(csv.replace(/^\uFEFF/, ''), 100)))
    rows.push(...(records as string[][]))
  return rows.slice(1)
}

test('the CSV of any library gives back its texts, and no cell is a formula', async () => {
  await fc.assert(
    fc.asyncProperty(anyLibrary, async library => {
      const rows = await cellsOf(await written('csv', library))
      expect(rows.length).toBe(library.links.length)
      for (const [n, row] of rows.entries()) {
        for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        const [url, title, text] = row.map(cell => cell.replace(/^'(?=[=+\-@\t\r])/, ''))
        const { url: givenUrl, shownTitle, note: given } = library.links[n] as (typeof library.links)[0]
        expect([url, title, text]).toEqual([givenUrl, shownTitle, given ?? ''])
      }
    }),
    { numRuns: 60 },
  )
})

const BOOK: Library = {
  collections: [
    { id: 1, name: 'Cooking & "more"', description: null, color: '#3B82F6' },
    { id: 2, name: '=Sums', description: null, color: '#3B82F6' },
  ],
  links: [
    link({
      ...{
        id: 3,
        title: 'Über <bread>',
        url: 'https://example.com/?a=1&b="2"',
        collectionId: 1,
        isFavorite: true,
      },
      ...{ note: 'Two\nlines', tags: ['food', 'Backen'], isArchived: true },
      position: {
        ...{ offset: 50, length: 200, contentHash: 'a'.repeat(64) },
        updatedAt: '2026-01-02T03:04:05.678Z',
      },
      page: {
        ...{ status: 'ready', title: 'x', author: 'Ann, B.', siteName: 'Site', publishedDate: '2025-05-05' },
        ...{ language: 'de', excerpt: null, wordCount: 1_234, contentHash: 'a'.repeat(64) },
      },
    }),
    link({ id: 5, title: '@home' }),
  ],
  notes: [
    note({ id: 1, linkId: 3, type: 'quote', content: 'crust', selectedText: 'crust' }),
    note({ id: 2, linkId: 3, content: 'Try it', selectedText: 'rye' }),
    note({ id: 3, linkId: 5, content: '-5 °C' }),
  ],
}

test('a CSV', async () => {
  expect(await written('csv', BOOK)).toMatchInlineSnapshot(`
    "﻿url,title,note,tags,collection,created,favorite,archived,progress,site,author,published,words,highlights and notes
    "https://example.com/?a=1&b=""2""",Über <bread>,"Two
    lines","food, Backen","Cooking & ""more""",2026-01-02T03:04:05.678Z,true,true,0.25,Site,"Ann, B.",2025-05-05,1234,"crust

    “rye”
    Try it"
    https://example.com/5,'@home,,,,2026-01-02T03:04:05.678Z,false,false,,,,,,'-5 °C
    "
  `)
})

test('notes on articles of others have a row each in a CSV, and name those that are not shared any more by no title', async () => {
  const notes = [
    noteElsewhere({ article: { url: 'https://example.com/9', title: '=Ours' }, selectedText: 'rye' }),
    noteElsewhere({ place: 'a/8', content: 'Gone' }),
  ]
  const rows = await cellsOf(await written('csv', { ...BOOK, notesElsewhere: notes }))
  const none = Array.from({ length: 11 }, () => '')
  expect(rows.slice(2)).toEqual([
    ['https://example.com/9', "'=Ours", ...none, '“rye”\nMine'],
    ['', 'An article shared with you', ...none, 'Gone'],
  ])
})

test('a CSV says how many notes a cell has no room for', async () => {
  const notes = Array.from({ length: 10 }, (_, n) => note({ id: n, linkId: 3, content: 'x'.repeat(9_000) }))
  const [row = []] = await cellsOf(await written('csv', { ...BOOK, notes }))
  expect(row.at(-1)).toHaveLength(3 * 9_000 + 4 + '\n\n(7 more)'.length)
})

test('a bookmark file', async () => {
  expect(await written('html', BOOK)).toMatchInlineSnapshot(`
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks</H1>
    <DL><p>
    <DT><H3>Cooking &amp; &quot;more&quot;</H3>
    <DL><p>
    <DT><A HREF="https://example.com/?a=1&amp;b=&quot;2&quot;" ADD_DATE="1767323045" LAST_MODIFIED="1767323045" TAGS="food,Backen" DATA-IMPORTANT="true" DATA-ARCHIVED="true">Über &lt;bread&gt;</A>
    <DD>Two&#10;lines
    </DL><p>
    <DT><A HREF="https://example.com/5" ADD_DATE="1767323045" LAST_MODIFIED="1767323045">@home</A>
    </DL><p>
    "
  `)
})

test('the bookmark file of any library is read as it was written, folder by folder', async () => {
  await fc.assert(
    fc.asyncProperty(anyLibrary, async library => {
      const found: Bookmark[] = []
      for await (const records of bookmarks(inPieces(await written('html', library), 100)))
        found.push(...(records as Bookmark[]))
      const plain = (text: string) => text.replace(/\r\n|\r/g, '\n').trim()
      const names = new Map(library.collections.map(({ id, name }) => [id, plain(name)]))
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
      // Collections of one name are one folder.
      const untrimmed = new Map(library.collections.map(({ id, name }) => [id, name]))
      const order = [...new Set(untrimmed.values())]
      const placeOf = ({ collectionId }: { collectionId: number | null }) =>
        collectionId === null ? Infinity : order.indexOf(untrimmed.get(collectionId) ?? '')
      const links = library.links.toSorted(
        (a, b) =>
          placeOf(a) - placeOf(b) ||
          (a.collectionId ?? Infinity) - (b.collectionId ?? Infinity) ||
          byId(b, a),
      )
      expect(
        found.map(({ href, title, note: text, attributes, folders }) => ({
          ...{ href, title, text, folders, tags: attributes.get('tags') ?? '' },
          date: Number(attributes.get('add_date')),
        })),
      ).toEqual(
        links.map(each => ({
          href: each.url,
          title: plain(each.shownTitle),
          text: plain(each.note ?? ''),
          folders: [names.get(each.collectionId ?? 0) ?? ''].filter(name => name !== ''),
          tags: each.tags.join(',').replace(/\r\n|\r/g, '\n'),
          date: Math.floor(Date.parse(each.createdAt) / 1_000),
        })),
      )
    }),
    { numRuns: 60 },
  )
})

test('each link is told', async () => {
  for (const format of ['json', 'csv', 'html', 'zip'] as const) {
    let told = 0
    const count = async () => {
      told += 1
    }
    await textOf(formats[format](snapshotOf(BOOK), count))
    expect([format, told]).toEqual([format, 2])
  }
})

test('a bookmark file has nested collections as folders in folders, each once', async () => {
  const collections = ['A / B', 'C', 'A', 'A / B / D', 'Either/or', ' / odd', 'A / E'].map((name, n) => ({
    ...{ id: n + 1, name, description: null, color: '#3B82F6' },
  }))
  const links = collections.map(({ id }) => link({ id, collectionId: id }))
  const found: Bookmark[] = []
  const text = await written('html', { collections, links: [...links, link({ id: 9 })], notes: [] })
  for await (const records of bookmarks(inPieces(text, 100))) found.push(...(records as Bookmark[]))
  expect(found.map(({ href, folders }) => [Number(href?.split('/').at(-1)), folders])).toEqual([
    [3, ['A']],
    [1, ['A', 'B']],
    [4, ['A', 'B', 'D']],
    [7, ['A', 'E']],
    [2, ['C']],
    [5, ['Either/or']],
    [6, ['/ odd']],
    [9, []],
  ])
  expect(text.match(/<H3>/g)).toHaveLength(7)
})
