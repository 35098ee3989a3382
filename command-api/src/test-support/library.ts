import type {
  CollectionChanges,
  LibraryEvent,
  LinkChanges,
  LinksBefore,
} from '@lectern/contracts/events/library.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { library } from '../domain/library.ts'
import { givenOn } from './given.ts'

export const given = givenOn(library)

export const at = '2026-01-02T03:04:05.678Z'
export const later = '2026-02-03T04:05:06.789Z'
export const libraryId = '01980000-0000-7000-8000-000000000001'
export const ownerId = '01980000-0000-7000-8000-000000000002'

export const opened: LibraryEvent = { type: 'LibraryOpened', data: { libraryId, ownerId, at } }
export const allowed = (limit: number | null, cause = 'account-opened'): LibraryEvent => ({
  type: 'AllowanceChanged',
  data: { plan: 'free', limit, cause, at },
})
export const saved = (
  linkId: number,
  url = `https://example.com/${linkId}`,
  duplicateAccepted = false,
): LibraryEvent => ({
  type: 'LinkSaved',
  data: {
    linkId,
    url,
    urlKey: urlKey(url),
    title: 'A title',
    note: null,
    tags: ['one'],
    duplicateAccepted,
    at,
  },
})
export const about = (
  type: 'LinkFavorited' | 'LinkUnfavorited' | 'LinkArchived' | 'LinkUnarchived' | 'LinkDeleted',
  linkId: number,
  when = at,
): LibraryEvent => ({ type, data: { linkId, at: when } })

/** @param from the collection that the link was in */
export const collected = (
  linkId: number,
  collectionId: number | null,
  when = at,
  from: number | null = null,
): LibraryEvent => ({
  type: 'LinkCollected',
  data: { linkId, collectionId, before: { collectionId: from }, at: when },
})
export const edited = (
  links: IdRanges,
  changes: LinkChanges,
  when = at,
  before: LinksBefore | null = null,
): LibraryEvent => ({ type: 'LinksEdited', data: { links, changes, before, at: when } })
export const deleted = (links: IdRanges, when = at): LibraryEvent => ({
  type: 'LinksDeleted',
  data: { links, at: when },
})
export const created = (collectionId: number, name = 'Reading', when = at): LibraryEvent => ({
  type: 'CollectionCreated',
  data: { collectionId, name, description: null, color: '#3B82F6', at: when },
})
export const collectionEdited = (
  collectionId: number,
  changes: CollectionChanges,
  when = at,
  before: CollectionChanges | null = null,
): LibraryEvent => ({ type: 'CollectionEdited', data: { collectionId, changes, before, at: when } })
/** @param links in the collection, which has the values that `created` gives */
export const collectionDeleted = (collectionId: number, when = at, links: IdRanges = []): LibraryEvent => ({
  type: 'CollectionDeleted',
  data: {
    collectionId,
    before: { name: 'Reading', description: null, color: '#3B82F6', links },
    at: when,
  },
})
