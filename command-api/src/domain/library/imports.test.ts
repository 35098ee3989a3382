import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportChunk, ImportRow } from '@lectern/contracts/import-rows.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { describe, it } from 'vitest'
import { foldAll, givenOn } from '../../test-support/given.ts'
import { allowed, at, created, given, later, opened, ownerId, saved } from '../../test-support/library.ts'
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

const rowOf = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  url: `https://example.com/${row}`,
  title: `Row ${row}`,
  titleFrom: 'person',
  note: null,
  tags: [],
  savedAt: '2014-05-06T07:08:09.000Z',
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
            { row: 1, url: 'https://example.com/1', linkId: 7 },
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
            { row: 1, url: 'https://example.com/1', linkId: 1 },
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
          duplicates: [{ row: 4, url: two.url, linkId: 1 }],
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
