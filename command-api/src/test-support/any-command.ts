import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import fc from 'fast-check'
import type { Library } from '../domain/library/state.ts'
import { DICTIONARY_MAX_BYTES } from '../domain/library/tags.ts'
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

/** A library whose dictionary has room for one or two lists of tags. */
const almostFull: typeof library = {
  ...library,
  initial: () => {
    const empty = library.initial()
    return { ...empty, tags: { ...empty.tags, bytes: DICTIONARY_MAX_BYTES - 200 } }
  },
}
export const anyLibrary = fc.constantFrom(library, almostFull)

/** All events that a sequence of commands leads to. */
export const eventsOf = (commands: readonly LibraryCommand[], decider = library): LibraryEvent[] => {
  const events = [...opening]
  const state = foldAll(decider, opening)
  for (const c of commands)
    for (const event of attempt(c, state)) {
      decider.evolve(state, event, events.length)
      events.push(event)
    }
  return events
}

/** The tags of each link after the events. */
export const tagsAfter = (events: readonly LibraryEvent[]): Map<number, readonly string[]> => {
  const tagsOf = new Map<number, readonly string[]>()
  for (const { type, data } of events) {
    if (type === 'LinkSaved') tagsOf.set(data.linkId, data.tags)
    if (type === 'LinkDeleted') tagsOf.delete(data.linkId)
    if (type === 'LinksDeleted') for (const id of idsIn(data.links)) tagsOf.delete(id)
    if (type === 'LinksEdited' && data.changes.tags !== undefined)
      for (const id of idsIn(data.links)) tagsOf.set(id, data.changes.tags)
  }
  return tagsOf
}
