import fc from 'fast-check'
import type { LibraryCommand } from '../domain/library.ts'

/** When all of them are given. */
export const now = '2026-01-02T03:04:05.678Z'

// Few urls and few ids, so that sequences meet duplicates, deleted links and the limit often.
const url = fc.nat(6).map(n => `https://example.com/${n}`)
const linkId = fc.integer({ min: 1, max: 8 })
export const linkIds = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 })
export const collectionId = fc.integer({ min: 1, max: 4 })
const maybeCollection = fc.option(collectionId)
const name = fc.constantFrom('Reading', 'Work')
const target = fc.option(fc.boolean(), { nil: undefined })

const longTags = Array.from({ length: 50 }, (_, n) => `a tag with some length ${n}`)
export const tags = fc.constantFrom<string[]>([], ['one'], ['one', 'two'], ['two', 'one'], longTags)

const changes = fc.record(
  {
    collectionId: maybeCollection,
    isFavorite: fc.boolean(),
    isArchived: fc.boolean(),
    tags,
  },
  { requiredKeys: [] },
)

const save = (c: { url: string; ignoreDuplicate: boolean; tags: string[] }): LibraryCommand => ({
  type: 'SaveLink',
  ...c,
  title: 'A title',
  note: null,
  now,
})

export const anyCommand: fc.Arbitrary<LibraryCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ url, ignoreDuplicate: fc.boolean(), tags }).map(save) },
  { weight: 1, arbitrary: fc.record({ linkId }).map(c => ({ type: 'DeleteLink', ...c, now }) as const) },
  fc.record({ linkId, isFavorite: target }).map(c => ({ type: 'FavoriteLink', ...c, now }) as const),
  fc.record({ linkId, isArchived: target }).map(c => ({ type: 'ArchiveLink', ...c, now }) as const),
  fc
    .record({ linkId, collectionId: maybeCollection })
    .map(c => ({ type: 'CollectLink', ...c, now }) as const),
  fc.record({ linkIds, changes }).map(c => ({ type: 'EditLinks', ...c, now }) as const),
  fc.record({ linkIds }).map(c => ({ type: 'DeleteLinks', ...c, now }) as const),
  fc
    .record({ name })
    .map(c => ({ type: 'CreateCollection', ...c, description: null, color: '#3B82F6', now }) as const),
  fc
    .record({ collectionId, name, description: fc.constantFrom(undefined, null, 'Why') })
    .map(c => ({ type: 'EditCollection', ...c, now }) as const),
  fc.record({ collectionId }).map(c => ({ type: 'DeleteCollection', ...c, now }) as const),
)
