import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type LibraryEvent, type LinksBefore, LinkTexts } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { valuesIn } from '@lectern/contracts/runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands, eventsOf, tagsAfter } from '../../test-support/any-command.ts'
import { foldAll } from '../../test-support/given.ts'
import { created, later, opened, saved } from '../../test-support/library.ts'
import { library } from '../library.ts'
import { beforeIfFits } from './before.ts'
import type { EditLinks } from './bulk.ts'
import { type CollectionState, type Library, putLink } from './state.ts'

/** The values in `before`: for each field, one value for each link. */
const recordedValues = ({ tags, ...before }: LinksBefore) => ({
  ...(before.collectionId && { collectionId: [...valuesIn(before.collectionId)] }),
  ...(before.isFavorite && { isFavorite: [...valuesIn(before.isFavorite)].map(Boolean) }),
  ...(before.isArchived && { isArchived: [...valuesIn(before.isArchived)].map(Boolean) }),
  ...(tags && {
    tags: [...valuesIn(tags.links)].map(list => tags.lists[list]?.map(place => tags.names[place])),
  }),
})

const factsOf = (collection: CollectionState | undefined) => {
  const facts = collection
  return facts
}

/** Whether `before` of an edit has the values that the events until then led to. */
const isTrue = (event: LibraryEvent, { links, collections }: Library, past: readonly LibraryEvent[]) => {
  switch (event.type) {
    case 'LinkCollected':
      return event.data.before?.collectionId === links.get(event.data.linkId)?.collectionId
    case 'LinkEdited': {
      const { linkId, before } = event.data
      const link = links.get(linkId)
      return (
        isDeepStrictEqual(LinkTexts.parse(before), LinkTexts.parse(link?.texts)) &&
        (!('collectionId' in before) || before.collectionId === link?.collectionId) &&
        (!('tags' in before) || isDeepStrictEqual(before.tags, tagsAfter(past).get(linkId)))
      )
    }
    case 'LinksEdited': {
      const { changes, before } = event.data
      const ids = [...idsIn(event.data.links)]
      if (before === null) return false
      const tagsOf = tagsAfter(past)
      const present = {
        collectionId: ids.map(id => links.get(id)?.collectionId),
        isFavorite: ids.map(id => links.get(id)?.favorite),
        isArchived: ids.map(id => links.get(id)?.archived),
        tags: ids.map(id => tagsOf.get(id)),
      }
      const chosen = Object.entries(present).filter(
        ([field]) =>
          field in changes || (field === 'tags' && ('addTags' in changes || 'removeTags' in changes)),
      )
      return isDeepStrictEqual(recordedValues(before), Object.fromEntries(chosen))
    }
    case 'TagRenamed':
    case 'TagsMerged':
    case 'TagDeleted': {
      const { before } = event.data
      const ids = [...idsIn(event.data.links)]
      if (before === null) return false
      const tagsOf = tagsAfter(past)
      return isDeepStrictEqual(recordedValues({ tags: before }), { tags: ids.map(id => tagsOf.get(id)) })
    }
    case 'CollectionEdited': {
      const { collectionId, changes, before } = event.data
      const present = Object.entries(collections.get(collectionId) ?? {})
      const chosen = present.filter(([field]) => field in changes)
      return isDeepStrictEqual(before, Object.fromEntries(chosen))
    }
    case 'CollectionDeleted': {
      const { collectionId } = event.data
      const inside = [...links].filter(([, link]) => link.collectionId === collectionId).map(([id]) => id)
      const { links: recorded = [], ...collection } = event.data.before ?? {}
      return (
        isDeepStrictEqual([...idsIn(recorded)], inside) &&
        isDeepStrictEqual(collection, factsOf(collections.get(collectionId)))
      )
    }
    default:
      return true
  }
}

describe('any edit', () => {
  it('records the old values of the changed fields', () => {
    fc.assert(
      fc.property(commands, given => {
        const events = eventsOf(given)
        const state = library.initial()
        for (const [revision, event] of events.entries()) {
          expect(event).toSatisfy(() => isTrue(event, state, events.slice(0, revision)))
          library.evolve(state, event, revision)
        }
      }),
    )
  })
})

const bytes = (count: number) => 'x'.repeat(count - 2)

it.each([
  ['is kept where it takes 900,000 bytes', bytes(900_000), bytes(2), true],
  ['is null where it takes more', bytes(900_001), bytes(2), false],
  ['is kept where the event takes 1,000,000 bytes', bytes(600_000), bytes(400_000), true],
  ['is null where the event takes more', bytes(600_000), bytes(400_001), false],
  ['is measured in bytes, not in characters', 'é'.repeat(450_000), bytes(2), false],
])('before %s', (_, before, data, isKept) => {
  expect(beforeIfFits(before, data as unknown as object)).toBe(isKept ? before : null)
})

it('an edit of 50,000 mixed links over 50 tags and 100 collections records all that it replaces', () => {
  const state = foldAll(library, [opened, created(1)])
  const linkIds = Array.from({ length: 50_000 }, (_, n) => n + 1)
  for (const linkId of linkIds) {
    const drawn = hash('sha256', `${linkId}`, 'buffer')
    const tags = [...drawn.subarray(0, linkId % 5)].map(byte => `tag ${byte % 50}`)
    putLink(state, linkId, {
      texts: { url: '', urlKey: `${linkId}`, title: '', titleFrom: 'person', note: null },
      favorite: drawn.readUInt8(4) % 2 === 0,
      archived: drawn.readUInt8(5) % 2 === 0,
      collectionId: drawn.readUInt8(6) % 101 || null,
      tags,
      savedAt: linkId,
      isChanged: false,
    })
  }
  const changes = { isFavorite: true, isArchived: true, collectionId: 1, tags: ['new'] }
  const [event] = library.decide({ type: 'EditLinks', linkIds, changes, now: later }, state)
  expect(event?.data).toMatchObject({ before: { tags: { names: { length: 50 } } } })
})

it('an edit records null where the old values take too many bytes', () => {
  const linkIds = Array.from({ length: 10_000 }, (_, n) => n + 1)
  const past = linkIds.map((linkId): LibraryEvent => {
    const event = saved(linkId) as Extract<LibraryEvent, { type: 'LinkSaved' }>
    return { ...event, data: { ...event.data, tags: [`${linkId}`.padEnd(90, '-')] } }
  })
  const edit: EditLinks = { type: 'EditLinks', linkIds, changes: { tags: [] }, now: later }
  const [event] = library.decide(edit, foldAll(library, [opened, ...past]))
  expect(event).toEqual({
    type: 'LinksEdited',
    data: { links: [[1, 10_000]], changes: { tags: [] }, before: null, at: later },
  })
})
