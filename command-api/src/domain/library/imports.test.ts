import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportChunk, ImportRow } from '@lectern/contracts/import-rows.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { describe, expect, it } from 'vitest'
import { foldAll, givenOn } from '../../test-support/given.ts'
import {
  allowed,
  at,
  collected,
  created,
  given,
  later,
  opened,
  ownerId,
  saved,
} from '../../test-support/library.ts'
import { library } from '../library.ts'
import { TEXT_BYTES_MAX } from './room.ts'

const importId = '01980000-0000-7000-8000-00000000000a'
const otherId = '01980000-0000-7000-8000-00000000000b'
const upload = {
  uploadId: '01980000-0000-7000-8000-00000000000c',
  sha256: 'ab',
  source: 'pocket',
  fileName: 'part_000000.csv',
  requestedBy: ownerId,
  expectedRows: 3,
  proceedWithFree: false,
} as const

const requested = (id = importId, uploadId: string = upload.uploadId): LibraryEvent => ({
  type: 'ImportRequested',
  data: { importId: id, ...upload, uploadId, at },
})
const started = (id = importId): LibraryEvent => ({
  type: 'ImportStarted',
  data: { importId: id, at: later },
})
const request = { type: 'RequestImport', importId, ...upload, newRows: 3, now: at } as const

/** The date of each row. */
const dated = '2014-05-06T07:08:09.000Z'
const rowOf = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  url: `https://example.com/${row}`,
  title: `Row ${row}`,
  titleFrom: 'person',
  note: null,
  tags: [],
  savedAt: dated,
  isFavorite: false,
  isArchived: false,
  collection: null,
  ...more,
})
const chunkOf = (rows: ImportRow[], more: Partial<ImportChunk> = {}): ImportChunk => {
  const numbers = rows.map(({ row }) => row)
  const [firstRow, lastRow] = [Math.min(...numbers), Math.max(...numbers)]
  return { firstRow, lastRow, rows, skipped: [], failed: [], shortened: [], ...more }
}
const imported = (row: number, linkId: number, more: object = {}) => {
  const { collection: _, savedAt, ...link } = rowOf(row)
  const date = savedAt ?? at
  return { ...link, linkId, urlKey: urlKey(link.url), savedAt: date, collectionId: null, ...more }
}
type Imported = Extract<LibraryEvent, { type: 'LinksImported' }>['data']
const linksImported = (firstRow: number, lastRow: number, more: Partial<Imported>): LibraryEvent => ({
  type: 'LinksImported',
  data: {
    importId,
    firstRow,
    lastRow,
    links: [],
    newCollections: [],
    duplicates: [],
    skipped: [],
    failed: [],
    shortened: [],
    at: later,
    ...more,
  },
})
const importRows = (chunk: ImportChunk) => ({ type: 'ImportRows', importId, chunk, now: later }) as const
const running = [opened, allowed(10), requested(), started()]
const totals = { read: 1, imported: 1, duplicates: 0, skipped: 0, failed: 0 }

describe('asking for an import', () => {
  it('records the upload', () => given(opened, allowed(3)).when(request).then(requested()))
  it('is refused where the plan has no room for all, unless the person goes on', () => {
    const limited = given(opened, allowed(2))
    limited.when(request).thenRefused('limit-reached', { currentCount: 0, limit: 2, upgradeRequired: true })
    const { proceedWithFree: _, ...rest } = request
    const goesOn = { ...requested().data, proceedWithFree: true } as Extract<
      LibraryEvent,
      { type: 'ImportRequested' }
    >['data']
    limited.when({ ...rest, proceedWithFree: true }).then({ type: 'ImportRequested', data: goesOn })
  })
  it('is refused in a full library, unless nothing is new', () => {
    const full = given(opened, allowed(1), saved(1))
    full.when({ ...request, proceedWithFree: true }).thenRefused('limit-reached', { currentCount: 1 })
    full.when({ ...request, newRows: 0 }).then(requested())
  })
  it('does nothing while the same upload is being imported', () => {
    const again = { ...request, importId: otherId }
    given(...running)
      .when(again)
      .thenNothing()
    given(...running, { type: 'ImportCompleted', data: { importId, totals, at } } as const)
      .when(again)
      .then(requested(otherId))
  })
})

describe('imports of one library', () => {
  const start = (id: string) => ({ type: 'StartImport', importId: id, now: later }) as const
  const both = [opened, allowed(10), requested(), requested(otherId, otherId)]

  it('start in the order they were asked for', () => {
    given(...both)
      .when(start(otherId))
      .thenNothing()
    given(...both)
      .when(start(importId))
      .then(started())
  })
  it('wait while another one runs', () =>
    given(...both, started())
      .when(start(otherId))
      .thenNothing())
  it('go on when it has ended', () =>
    given(...both, started(), {
      type: 'ImportFailed',
      data: { importId, reason: 'gave-up', totals, at },
    } as const)
      .when(start(otherId))
      .then(started(otherId)))
  it('are not known before they are asked for', () =>
    given(opened).when(start(importId)).thenRefused('import-not-found'))
})

describe('rows of an import', () => {
  it('become links with their dates, flags and collections', () =>
    given(...running, created(1, 'Reading'))
      .when(
        importRows(
          chunkOf([
            rowOf(1, { isFavorite: true, collection: 'READING' }),
            rowOf(2, { isArchived: true, collection: 'New' }),
            rowOf(3, { collection: 'new' }),
          ]),
        ),
      )
      .then(
        linksImported(1, 3, {
          links: [
            imported(1, 1, { isFavorite: true, collectionId: 1 }),
            imported(2, 2, { isArchived: true, collectionId: 2 }),
            imported(3, 3, { collectionId: 2 }),
          ],
          newCollections: [{ collectionId: 2, name: 'New', color: '#EF4444' }],
        }),
      ))
  it('without a date keep the order of the file, the first row newest', () =>
    given(...running)
      .when(importRows(chunkOf([rowOf(1, { savedAt: null }), rowOf(2, { savedAt: null })])))
      .then(
        linksImported(1, 2, {
          links: [
            imported(1, 1, { savedAt: '2026-01-02T03:04:05.677Z' }),
            imported(2, 2, { savedAt: '2026-01-02T03:04:05.676Z' }),
          ],
        }),
      ))
  it('are duplicates where the library or an earlier row has the link', () =>
    given(...running, saved(7, 'https://example.com/1'))
      .when(importRows(chunkOf([rowOf(1), rowOf(2), rowOf(3, { url: 'http://www.example.com/2/' })])))
      .then(
        linksImported(1, 3, {
          links: [imported(2, 8)],
          duplicates: [
            { row: 1, url: 'https://example.com/1', linkId: 7, lacks: { savedAt: dated } },
            { row: 3, url: 'http://www.example.com/2/', linkId: 8 },
          ],
        }),
      ))
  it('above the plan are skipped, duplicates among them are not', () =>
    given(opened, allowed(2), saved(1), requested(), started())
      .when(importRows(chunkOf([rowOf(1), rowOf(2), rowOf(3), rowOf(4, { url: 'https://example.com/2' })])))
      .then(
        linksImported(1, 4, {
          links: [imported(2, 2)],
          duplicates: [
            { row: 1, url: 'https://example.com/1', linkId: 1, lacks: { savedAt: dated } },
            { row: 4, url: 'https://example.com/2', linkId: 2 },
          ],
          skipped: [{ row: 3, url: 'https://example.com/3', reason: 'over-limit' }],
        }),
      ))
  it('skips rows whose texts have no room in the library', () => {
    const state = foldAll(library, [opened, allowed(null), requested(), started()])
    // A row takes 39 bytes.
    state.textBytes = TEXT_BYTES_MAX - 60
    const rows = [rowOf(1, { note: 'N'.repeat(100) }), rowOf(2), rowOf(3)]
    const skipped = [1, 3].map(row => ({
      row,
      url: `https://example.com/${row}`,
      reason: 'no-room' as const,
    }))
    givenOn({ ...library, initial: () => state })()
      .when(importRows(chunkOf(rows)))
      .then(linksImported(1, 3, { links: [imported(2, 1)], skipped }))
  })

  it('lose their collection where the library can hold no more', () => {
    const full = Array.from({ length: COLLECTIONS_MAX }, (_, n) => created(n + 1, `Collection ${n}`))
    given(...running, ...full)
      .when(importRows(chunkOf([rowOf(1, { collection: 'One more' })])))
      .then(
        linksImported(1, 1, { links: [imported(1, 1)], shortened: [{ row: 1, reason: 'no-collection' }] }),
      )
  })
  it('are recorded once, and in order', () => {
    const first = linksImported(1, 1, { links: [imported(1, 1)] })
    given(...running, first)
      .when(importRows(chunkOf([rowOf(1)])))
      .thenNothing()
    given(...running)
      .when(importRows(chunkOf([rowOf(2)])))
      .thenRefused('bad-request')
  })
  it('are refused before the import has started', () =>
    given(opened, allowed(10), requested())
      .when(importRows(chunkOf([rowOf(1)])))
      .thenRefused('bad-request'))
})

type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>

describe('duplicates', () => {
  const url = 'https://example.com/1'
  const there = { ...(saved(1, url) as Saved).data, tags: ['Wood', 'old'] }
  const before = [opened, allowed(null), created(1, 'Reading'), { type: 'LinkSaved', data: there } as const]
  const asked = {
    type: 'ImportRequested',
    data: { ...requested().data, addToExisting: true },
  } as LibraryEvent
  const given1 = (...events: LibraryEvent[]) => given(...before, ...events)
  const adding = [asked, started()]
  const packed = (tags: string[], collectionId: number | null) => ({
    tags: { names: tags, lists: [tags.map((_, n) => n)], links: [0] },
    collectionId: [collectionId],
  })
  const added = (after: ReturnType<typeof packed>, was = packed(there.tags, null), id = 1): LibraryEvent => ({
    type: 'ImportAdded',
    data: { importId, links: [id], after, before: was, at: later },
  })
  const duplicate = (row: number, more: object) => ({ row, url, linkId: 1, ...more })
  const row1 = (row: number, more: Partial<ImportRow> = {}) => rowOf(row, { url, savedAt: at, ...more })

  it('say what they would have added, and add nothing unless a person wants it', () => {
    const rows = [
      row1(1, { tags: ['wood', 'New'], collection: 'Reading', isFavorite: true, isArchived: true }),
      row1(2, { savedAt: dated }),
      row1(3, { tags: ['WOOD'] }),
    ]
    given1(requested(), started())
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 3, {
          duplicates: [
            duplicate(1, {
              lacks: { collection: 'Reading', tags: ['New'], isFavorite: true, isArchived: true },
            }),
            duplicate(2, { lacks: { savedAt: dated } }),
            duplicate(3, {}),
          ],
        }),
      )
  })

  it('add their tags and their folder to a link without one, where a person wants it', () => {
    const rows = [row1(1, { tags: ['wood', 'New'], collection: 'reading', isFavorite: true }), row1(2)]
    given1(...adding)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 2, {
          duplicates: [
            duplicate(1, {
              lacks: { collection: 'reading', tags: ['New'], isFavorite: true },
              isAdded: true,
            }),
            duplicate(2, {}),
          ],
        }),
        added(packed(['Wood', 'old', 'New'], 1)),
      )
  })

  it('of several folders add the first one as the folder, and the others as tags', () => {
    const rows = [
      row1(1, { collection: 'Travel' }),
      row1(2, { collection: 'Maps' }),
      row1(3, { tags: ['b'] }),
    ]
    given1(...adding)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 3, {
          newCollections: [{ collectionId: 2, name: 'Travel', color: '#EF4444' }],
          duplicates: [
            duplicate(1, { lacks: { collection: 'Travel' }, isAdded: true }),
            duplicate(2, { lacks: { collection: 'Maps' }, isAdded: true }),
            duplicate(3, { lacks: { tags: ['b'] }, isAdded: true }),
          ],
        }),
        added(packed(['Wood', 'old', 'Maps', 'b'], 2)),
      )
  })

  it('leave a link in the collection that it is in, and add nothing a second time', () => {
    const rows = [row1(1, { collection: 'Travel', tags: ['b'] })]
    const placed = collected(1, 1)
    const was = packed(there.tags, 1)
    const after = packed(['Wood', 'old', 'b', 'Travel'], 1)
    const duplicates = [duplicate(1, { lacks: { collection: 'Travel', tags: ['b'] }, isAdded: true })]
    given1(placed, ...adding)
      .when(importRows(chunkOf(rows)))
      .then(linksImported(1, 1, { duplicates }), added(after, was))
    given1(placed, ...adding, linksImported(1, 1, { duplicates }), added(after, was))
      .when(importRows(chunkOf([{ ...rows[0], row: 2 } as ImportRow])))
      .then(linksImported(2, 2, { duplicates: [duplicate(2, {})] }))
  })

  it('add to a link of the same chunk before it is there', () => {
    const rows = [
      rowOf(1, { url: 'https://example.com/9' }),
      rowOf(2, { url: 'https://example.com/9', tags: ['b'] }),
    ]
    given1(...adding)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 2, {
          links: [
            imported(1, 2, {
              url: 'https://example.com/9',
              urlKey: urlKey('https://example.com/9'),
              tags: ['b'],
            }),
          ],
          duplicates: [
            { row: 2, url: 'https://example.com/9', linkId: 2, lacks: { tags: ['b'] }, isAdded: true },
          ],
        }),
      )
  })

  it('add no tag beyond 50, and nothing without room, and say so', () => {
    const many = Array.from({ length: 60 }, (_, n) => `tag ${n}`)
    const rows = [row1(1, { tags: many.slice(0, 50) })]
    const lacks = { tags: many.slice(0, 50) }
    given1(...adding)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 1, {
          duplicates: [duplicate(1, { lacks, isAdded: true })],
          shortened: [{ row: 1, reason: 'tags' }],
        }),
        added(packed(['Wood', 'old', ...many.slice(0, 48)], null)),
      )
    const state = foldAll(library, [...before, ...adding])
    state.textBytes = TEXT_BYTES_MAX - 60
    givenOn({ ...library, initial: () => state })()
      .when(importRows(chunkOf(rows)))
      .then(linksImported(1, 1, { duplicates: [duplicate(1, { lacks })] }))
  })

  it('of a chunk never make an event that the store refuses', () => {
    const tags = (link: number) =>
      Array.from({ length: 50 }, (_, n) => `${link} ${n} ${'t'.repeat(90)}`.slice(0, 100))
    const links = Array.from({ length: 500 }, (_, n) => ({
      type: 'LinkSaved' as const,
      data: { ...(saved(n + 1, `https://example.com/${n}`) as Saved).data, tags: tags(n).slice(0, 49) },
    }))
    const rows = links.map(({ data }, n) => rowOf(n + 1, { url: data.url, tags: ['one more'] }))
    const state = foldAll(library, [opened, allowed(null), ...links, ...adding])
    const events = library.decide(importRows(chunkOf(rows)), state)
    expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThan(900_000)
    const [chunk] = events
    const isAdded =
      chunk?.type === 'LinksImported' && chunk.data.duplicates.map(each => each.isAdded === true)
    expect(isAdded).toContain(true)
    expect(isAdded).toContain(false)
  })
})

describe('the end of an import', () => {
  const end = (failure: 'gave-up' | null) => ({ type: 'EndImport', importId, failure, now: later }) as const
  const one = linksImported(1, 1, { links: [imported(1, 1)] })

  it('has the sums of its rows', () =>
    given(...running, one)
      .when(end(null))
      .then({ type: 'ImportCompleted', data: { importId, totals, at: later } }))
  it('says why it failed', () =>
    given(...running, one)
      .when(end('gave-up'))
      .then({ type: 'ImportFailed', data: { importId, reason: 'gave-up', totals, at: later } }))
  it('comes once', () =>
    given(...running, { type: 'ImportCompleted', data: { importId, totals, at } } as const)
      .when(end('gave-up'))
      .thenNothing())
})

describe('rows of our own export', () => {
  const own = { isExact: true } as const
  const described = (ref: number, name: string, more: object = {}) => ({
    ...{ ref, name, description: null, color: '#123ABC' },
    ...more,
  })
  const begun = [opened, allowed(50_000), requested(), started()]

  it('make the collections that the file describes, also empty ones, and those that share a name', async () => {
    const collections = [
      described(4, 'Roads', { description: 'Cold' }),
      described(9, 'roads'),
      described(5, 'Empty'),
    ]
    const rows = [rowOf(1, { ...own, collectionRef: 9, collection: 'roads' })]
    await given(...begun)
      .when(importRows(chunkOf(rows, { collections })))
      .then(
        linksImported(1, 1, {
          links: [imported(1, 1, { collectionId: 2 })],
          newCollections: [
            { collectionId: 1, ref: 4, name: 'Roads', description: 'Cold', color: '#123ABC' },
            { collectionId: 2, ref: 9, name: 'roads', description: null, color: '#123ABC' },
            { collectionId: 3, ref: 5, name: 'Empty', description: null, color: '#123ABC' },
          ],
        }),
      )
  })

  it('go to collections of the same name that are there, one for each', async () => {
    const collections = [described(4, 'Reading'), described(9, 'reading')]
    const rows = [rowOf(1, { ...own, collectionRef: 4 }), rowOf(2, { ...own, collectionRef: 9 })]
    await given(opened, allowed(50_000), created(1, 'READING'), requested(), started())
      .when(importRows(chunkOf(rows, { collections })))
      .then(
        linksImported(1, 2, {
          links: [imported(1, 1, { collectionId: 1 }), imported(2, 2, { collectionId: 2 })],
          newCollections: [{ collectionId: 2, ref: 9, name: 'reading', description: null, color: '#123ABC' }],
          knownCollections: [{ ref: 4, collectionId: 1 }],
        }),
      )
  })

  it('find the collections of an earlier chunk, and none where it was deleted meanwhile', async () => {
    const first = linksImported(1, 1, {
      links: [imported(1, 1)],
      newCollections: [
        { collectionId: 1, ref: 4, name: 'Roads', color: '#123ABC' },
        { collectionId: 2, ref: 9, name: 'Gone', color: '#123ABC' },
      ],
    })
    const gone: LibraryEvent = {
      type: 'CollectionDeleted',
      data: { collectionId: 2, before: null, at: later },
    }
    const rows = [rowOf(2, { ...own, collectionRef: 4 }), rowOf(3, { ...own, collectionRef: 9 })]
    await given(...begun, first, gone)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(2, 3, {
          links: [imported(2, 2, { collectionId: 1 }), imported(3, 3)],
          shortened: [{ row: 3, reason: 'no-collection' }],
        }),
      )
  })

  it('may repeat an address of the same file, but none of the library', async () => {
    const [one, two] = [{ url: 'https://example.com/a' }, { url: 'https://example.com/old' }]
    const first = linksImported(1, 1, { links: [imported(1, 2, { ...one, urlKey: urlKey(one.url) })] })
    const rows = [2, 3].map(row => rowOf(row, { ...own, ...one })).concat(rowOf(4, { ...own, ...two }))
    await given(opened, allowed(50_000), saved(1, two.url), requested(), started(), first)
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(2, 4, {
          links: [2, 3].map(row => imported(row, row + 1, { ...one, urlKey: urlKey(one.url) })),
          duplicates: [{ row: 4, url: two.url, linkId: 1, lacks: { savedAt: dated } }],
        }),
      )
  })

  it('keep the spelling of their tags only where the library was empty', async () => {
    const rows = [rowOf(1, { ...own, tags: ['Travel'] }), rowOf(2, { ...own, tags: ['travel'] })]
    const links = (second: string) => [
      imported(1, 1, { tags: ['Travel'] }),
      imported(2, 2, { tags: [second] }),
    ]
    await given(...begun)
      .when(importRows(chunkOf(rows)))
      .then(linksImported(1, 2, { links: links('travel') }))
    const other = saved(9)
    await given(opened, allowed(50_000), other, requested(), started())
      .when(importRows(chunkOf(rows)))
      .then(
        linksImported(1, 2, {
          links: [imported(1, 10, { tags: ['Travel'] }), imported(2, 11, { tags: ['Travel'] })],
        }),
      )
  })
})
