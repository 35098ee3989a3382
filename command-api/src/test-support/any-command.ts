import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpackTags } from '@lectern/contracts/events/link-values.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { retagged, retagOf } from '@lectern/contracts/tags.ts'
import fc from 'fast-check'
import type { Library } from '../domain/library/state.ts'
import { type LibraryCommand, library } from '../domain/library.ts'
import { foldAll } from './given.ts'

/** The time of every command. */
export const now = '2026-01-02T03:04:05.678Z'

// Few urls and ids make duplicates, deleted links and the limit frequent.
const url = fc.nat(6).map(n => `https://example.com/${n}`)
const linkId = fc.integer({ min: 1, max: 8 })
export const linkIds = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 })
export const collectionId = fc.integer({ min: 1, max: 4 })
const maybeCollection = fc.option(collectionId)
const name = fc.constantFrom('Reading', 'Work')
const target = fc.option(fc.boolean(), { nil: undefined })

const longTags = Array.from({ length: 50 }, (_, n) => `a tag with some length ${n}`)
export const tags = fc.constantFrom<string[]>([], ['one'], ['one', 'two'], ['two', 'one'], ['Two'], longTags)
const tag = fc.constantFrom('one', 'Two', 'TWO', 'three')
const fewTags = fc.uniqueArray(tag, { maxLength: 2 })

const changes = fc.record(
  {
    collectionId: maybeCollection,
    isFavorite: fc.boolean(),
    isArchived: fc.boolean(),
    tags,
  },
  { requiredKeys: [] },
)

const linkEdit = fc.record(
  {
    ...{ url, title: fc.option(name), note: fc.option(name), tags, collectionId: maybeCollection },
    was: fc.record({ url, title: name, note: fc.option(name), tags }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)

const clientId = fc.option(
  fc.constantFrom('01980000-0000-7000-8000-00000000000c', '01980000-0000-7000-8000-00000000000d'),
)
type Saved = { clientId: string | null; url: string; ignoreDuplicate: boolean; tags: string[] }

const save = (c: Saved): LibraryCommand => ({
  type: 'SaveLink',
  ...c,
  title: 'A title',
  note: null,
  now,
})

type Gone = { linkIds: number[]; url: string; tags: string[]; collectionId: number | null }

const bringBack = ({ linkIds, ...link }: Gone): LibraryCommand => {
  const flags = { isFavorite: true, isArchived: false }
  const texts = { urlKey: link.url, title: 'A title', titleFrom: 'person' as const, note: null }
  const known = [...new Set(linkIds)].map(from => ({ from, ...link, ...texts, ...flags, savedAt: now }))
  return { type: 'BringLinksBack', linkIds, known, now }
}

const importId = fc.constantFrom(
  '01980000-0000-7000-8000-00000000000a',
  '01980000-0000-7000-8000-00000000000b',
)
const collection = fc.constantFrom(null, 'Reading', 'reading', 'Travel')
const row = fc.record({ url, tags, collection, isFavorite: fc.boolean(), isArchived: fc.boolean() })
const firstRow = fc.integer({ min: 1, max: 6 })

/** Rows that follow each other from firstRow on, and one more that cannot be saved. */
const chunkOf = (first: number, rows: readonly (typeof row extends fc.Arbitrary<infer R> ? R : never)[]) => {
  const lastRow = first + rows.length
  return {
    firstRow: first,
    lastRow,
    rows: rows.map((each, n) => ({
      ...each,
      row: first + n,
      title: 'A title',
      titleFrom: 'person' as const,
      note: null,
      savedAt: null,
    })),
    skipped: [],
    failed: [{ row: lastRow, url: null, reason: 'no-url' as const }],
    shortened: [],
  }
}

const importCommand: fc.Arbitrary<LibraryCommand> = fc.oneof(
  fc.record({ importId, newRows: fc.nat(3), proceedWithFree: fc.boolean(), addToExisting: fc.boolean() }).map(
    c =>
      ({
        type: 'RequestImport',
        ...c,
        uploadId: c.importId,
        sha256: '',
        source: 'pocket',
        fileName: 'part_000000.csv',
        requestedBy: '01980000-0000-7000-8000-000000000002',
        expectedRows: 4,
        now,
      }) as const,
  ),
  fc.record({ importId }).map(c => ({ type: 'StartImport', ...c, now }) as const),
  {
    weight: 4,
    arbitrary: fc
      .record({ importId, firstRow, rows: fc.array(row, { maxLength: 3 }) })
      .map(
        c => ({ type: 'ImportRows', importId: c.importId, chunk: chunkOf(c.firstRow, c.rows), now }) as const,
      ),
  },
  fc
    .record({ importId, failure: fc.constantFrom(null, null, 'gave-up' as const) })
    .map(c => ({ type: 'EndImport', ...c, now }) as const),
)

const makeShare = (c: { shareId: string; linkId: number }): LibraryCommand => ({
  ...{ type: 'MakeShare', kind: 'article', ...c, live: true, withNotes: false, fullText: false },
  ...{ hasPassword: false, expiresAt: null, now },
})
const shareId = fc.constantFrom(
  ...['01980000-0000-5000-8000-0000000000e1', '01980000-0000-5000-8000-0000000000e2'],
)

/** The commands of an import whose rows come in two chunks. */
export const importOf = (importId: string, addToExisting = false): fc.Arbitrary<LibraryCommand[]> =>
  fc.tuple(fc.array(row, { maxLength: 3 }), fc.array(row, { maxLength: 3 })).map(([rows, more]) => [
    {
      ...{
        type: 'RequestImport',
        importId,
        newRows: 0,
        proceedWithFree: true,
        addToExisting,
        uploadId: importId,
        sha256: '',
      },
      ...{ source: 'pocket', fileName: 'part_000000.csv', expectedRows: 4, now },
      requestedBy: '01980000-0000-7000-8000-000000000002',
    },
    { type: 'StartImport', importId, now },
    { type: 'ImportRows', importId, chunk: chunkOf(1, rows), now },
    { type: 'ImportRows', importId, chunk: chunkOf(2 + rows.length, more), now },
    { type: 'EndImport', importId, failure: null, now },
  ])

export const anyCommand: fc.Arbitrary<LibraryCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ clientId, url, ignoreDuplicate: fc.boolean(), tags }).map(save) },
  { weight: 1, arbitrary: fc.record({ linkId }).map(c => ({ type: 'DeleteLink', ...c, now }) as const) },
  fc.record({ linkId, isFavorite: target }).map(c => ({ type: 'FavoriteLink', ...c, now }) as const),
  fc.record({ linkId, isArchived: target }).map(c => ({ type: 'ArchiveLink', ...c, now }) as const),
  fc
    .record({ linkId, collectionId: maybeCollection })
    .map(c => ({ type: 'CollectLink', ...c, now }) as const),
  fc
    .record({ linkId, edit: linkEdit, ignoreDuplicate: fc.boolean() })
    .map(({ edit, ...c }) => ({ type: 'EditLink', ...c, ...edit, now }) as const),
  fc.record({ linkIds, changes }).map(c => ({ type: 'EditLinks', ...c, now }) as const),
  fc
    .record({ linkIds, changes: fc.record({ addTags: fewTags, removeTags: fewTags }) })
    .map(c => ({ type: 'EditLinks', ...c, now }) as const),
  fc.record({ from: tag, to: tag }).map(c => ({ type: 'RenameTag', ...c, now }) as const),
  fc.record({ from: fewTags, into: tag }).map(c => ({ type: 'MergeTags', ...c, now }) as const),
  fc.record({ tag }).map(c => ({ type: 'DeleteTag', ...c, now }) as const),
  fc.record({ linkIds }).map(c => ({ type: 'DeleteLinks', ...c, now }) as const),
  fc.record({ linkIds }).map(c => ({ type: 'DeleteForGood', known: c.linkIds, ...c, now }) as const),
  fc.record({ linkIds, url, tags, collectionId: maybeCollection }).map(bringBack),
  fc
    .record({ clientId, name })
    .map(c => ({ type: 'CreateCollection', ...c, description: null, color: '#3B82F6', now }) as const),
  fc
    .record({ collectionId, name, description: fc.constantFrom(undefined, null, 'Why') })
    .map(c => ({ type: 'EditCollection', ...c, now }) as const),
  fc.record({ collectionId }).map(c => ({ type: 'DeleteCollection', ...c, now }) as const),
  fc.record({ shareId, linkId }).map(makeShare),
  fc
    .record({ shareId, renews: shareId })
    .filter(c => c.shareId !== c.renews)
    .map(c => ({ type: 'RenewShare', ...c, now }) as const),
  fc.record({ shareId }).map(c => ({ type: 'WithdrawShare', ...c, now }) as const),
  { weight: 4, arbitrary: importCommand },
)

export const commands = fc.array(anyCommand, { maxLength: 60 })

export const LIMIT = 5

const opening: LibraryEvent[] = [
  { type: 'LibraryOpened', data: { libraryId: 'a', ownerId: 'b', at: now } },
  {
    type: 'AllowanceChanged',
    data: { plan: 'free', limit: LIMIT, cause: 'grant-1', causeRevision: 1, at: now },
  },
]

export const attempt = (c: LibraryCommand, state: Library): LibraryEvent[] => {
  try {
    return library.decide(c, state)
  } catch (error) {
    if (error instanceof Rejected) return []
    throw error
  }
}

/** All events that a sequence of commands leads to. */
export const eventsOf = (commands: readonly LibraryCommand[]): LibraryEvent[] => {
  const events = [...opening]
  const state = foldAll(library, opening)
  for (const c of commands)
    for (const event of attempt(c, state)) {
      library.evolve(state, event, events.length)
      events.push(event)
    }
  return events
}

/** The tags of each link after the events. */
export const tagsAfter = (events: readonly LibraryEvent[]): Map<number, readonly string[]> => {
  const tagsOf = new Map<number, readonly string[]>()
  for (const { type, data } of events) {
    if (type === 'LinkSaved') tagsOf.set(data.linkId, data.tags)
    if (type === 'LinksImported' || type === 'LinksBroughtBack')
      for (const link of data.links) tagsOf.set(link.linkId, link.tags)
    if (type === 'LinkEdited' && data.changes.tags) tagsOf.set(data.linkId, data.changes.tags)
    if (type === 'LinkDeleted') tagsOf.delete(data.linkId)
    if (type === 'LinksDeleted') for (const id of idsIn(data.links)) tagsOf.delete(id)
    if (type === 'LinksEdited' && data.changes.tags !== undefined)
      for (const id of idsIn(data.links)) tagsOf.set(id, data.changes.tags)
    for (const { links, restored } of type === 'ActUndone' ? data.changes : []) {
      const lists = restored.tags && unpackTags(restored.tags)
      if (lists) for (const [n, id] of [...idsIn(links)].entries()) tagsOf.set(id, lists[n] ?? [])
    }
    const retag =
      type === 'LinksEdited'
        ? retagOf(data.changes)
        : type === 'TagRenamed' || type === 'TagsMerged'
          ? { ...data, add: [] }
          : type === 'TagDeleted' && { ...data, to: null, add: [] }
    if (retag && 'links' in data)
      for (const id of idsIn(data.links as IdRanges)) tagsOf.set(id, retagged(tagsOf.get(id) ?? [], retag))
  }
  return tagsOf
}
