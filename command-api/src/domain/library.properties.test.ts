import { isDeepStrictEqual } from 'node:util'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyCommand,
  attempt,
  collectionId,
  commands,
  eventsOf,
  LIMIT,
  linkIds,
  now,
  tags,
  tagsAfter,
} from '../test-support/any-command.ts'
import { foldAll } from '../test-support/given.ts'
import { changesOf } from './library/effect.ts'
import { librarySnapshot } from './library/snapshot.ts'
import { putLink } from './library/state.ts'
import { speller } from './library/tags.ts'
import { type LibraryCommand, library } from './library.ts'

describe('any sequence of commands', () => {
  it('stays within the limit, and finds every link by its key', () => {
    fc.assert(
      fc.property(commands, given => {
        const { links, linksByKey } = foldAll(library, eventsOf(given))
        expect(links.size).toBeLessThanOrEqual(LIMIT)
        const indexed = [...linksByKey.values()].flatMap(ids => (typeof ids === 'number' ? [ids] : [...ids]))
        expect(indexed.toSorted()).toEqual([...links.keys()].toSorted())
      }),
    )
  })

  it('knows the tags of each link, how many links have each, and what the texts take', () => {
    fc.assert(
      fc.property(commands, given => {
        const events = eventsOf(given)
        const { links, tags, textBytes } = foldAll(library, events)
        expect(new Map([...links].map(([id, link]) => [id, link.tags]))).toEqual(tagsAfter(events))
        const empty = library.initial()
        for (const [id, link] of links) putLink(empty, id, link)
        expect(tags).toEqual(empty.tags)
        expect(textBytes).toBe(empty.textBytes)
      }),
    )
  })

  it('saves no url twice unless the user wanted it', () => {
    fc.assert(
      fc.property(commands, given => {
        // Its address may be saved again before a link is brought back.
        const wanting = given.filter(
          c => c.type !== 'BringLinksBack' && (c.type !== 'SaveLink' || !c.ignoreDuplicate),
        )
        const { links } = foldAll(library, eventsOf(wanting))
        const keys = [...links.values()].map(link => link.texts.urlKey)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('gives links the ids 1, 2, 3 and so on', () => {
    fc.assert(
      fc.property(commands, given => {
        const ids = eventsOf(given).flatMap(({ type, data }) => {
          if (type === 'LinksImported' || type === 'LinksBroughtBack')
            return data.links.map(({ linkId }) => linkId)
          return type === 'LinkSaved' ? [data.linkId] : []
        })
        expect(ids).toEqual(ids.map((_, index) => index + 1))
      }),
    )
  })

  it('leaves no link in a deleted collection, and gives collections the ids 1, 2, 3 and so on', () => {
    fc.assert(
      fc.property(commands, given => {
        const events = eventsOf(given)
        const { links, collections } = foldAll(library, events)
        for (const link of links.values())
          if (link.collectionId !== null) expect(collections.has(link.collectionId)).toBe(true)
        const ids = events.flatMap(({ type, data }) => {
          if (type === 'LinksImported') return data.newCollections.map(each => each.collectionId)
          return type === 'CollectionCreated' ? [data.collectionId] : []
        })
        expect(ids).toEqual(ids.map((_, index) => index + 1))
      }),
    )
  })

  it('has the same effect in bulk as one by one', () => {
    fc.assert(
      fc.property(commands, linkIds, collectionId, (given, ids, id) => {
        const bulk = eventsOf([
          ...given,
          { type: 'EditLinks', linkIds: ids, changes: { collectionId: id, isFavorite: true }, now },
        ])
        const known = foldAll(library, eventsOf(given)).collections.has(id)
        const singly = eventsOf([
          ...given,
          ...(known ? ids : []).flatMap((linkId): LibraryCommand[] => [
            { type: 'CollectLink', linkId, collectionId: id, now },
            { type: 'FavoriteLink', linkId, isFavorite: true, now },
          ]),
        ])
        const stateOf = (events: LibraryEvent[]) => {
          const state = foldAll(library, events)
          return state
        }
        expect(stateOf(bulk)).toEqual(stateOf(singly))
      }),
    )
  })

  it('does not change the state while deciding', () => {
    fc.assert(
      fc.property(commands, anyCommand, (given, last) => {
        const state = foldAll(library, eventsOf(given))
        const before = structuredClone(state)
        attempt(last, state)
        expect(state).toEqual(before)
      }),
    )
  })
})

describe('imports', () => {
  it('account for every row, one import at a time, each row once', () => {
    fc.assert(
      fc.property(commands, given => {
        const running: string[] = []
        const nextRow = new Map<string, number>()
        for (const { type, data } of eventsOf(given)) {
          if (type === 'ImportStarted') expect(running.push(data.importId)).toBe(1)
          if (type === 'ImportCompleted' || type === 'ImportFailed') {
            const { read, imported, duplicates, skipped, failed } = data.totals
            expect(read).toBe(imported + duplicates + skipped + failed)
            expect(read).toBe((nextRow.get(data.importId) ?? 1) - 1)
            if (running[0] === data.importId) running.pop()
          }
          if (type !== 'LinksImported') continue
          expect(running).toEqual([data.importId])
          expect(data.firstRow).toBe(nextRow.get(data.importId) ?? 1)
          nextRow.set(data.importId, data.lastRow + 1)
          const became = [data.links, data.duplicates, data.skipped, data.failed].flat().map(({ row }) => row)
          const rows = Array.from({ length: data.lastRow - data.firstRow + 1 }, (_, n) => data.firstRow + n)
          expect(became.toSorted((a, b) => a - b)).toEqual(rows)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('an edit of tags', () => {
  const mergedIntoOneSpelling: LibraryCommand[] = [
    {
      ...{ type: 'SaveLink', url: 'https://example.com/0', title: 'A title', note: null },
      ...{ tags: ['two', 'one'], ignoreDuplicate: false, now },
    },
    { type: 'MergeTags', from: ['one'], into: 'TWO', now },
  ]

  it('is an event where a link has other tags, and none where all have these', () => {
    fc.assert(
      fc.property(commands, linkIds, tags, (given, ids, wanted) => {
        const events = eventsOf(given)
        const tagsOf = tagsAfter(events)
        const state = foldAll(library, events)
        // Another spelling of the tags that a link has is no other tag.
        const spelled = speller(state.tags)(wanted)
        const others = ids.filter(id => tagsOf.has(id) && !isDeepStrictEqual(tagsOf.get(id), spelled))
        const edit = { type: 'EditLinks', linkIds: ids, changes: { tags: wanted }, now } as const
        const edited = attempt(edit, state)
        expect(edited).toHaveLength(others.length > 0 ? 1 : 0)
      }),
      { examples: [[mergedIntoOneSpelling, [1], ['Two']]] },
    )
  })
})

describe('any command with a target, given twice', () => {
  it('changes no more than given once', () => {
    const hasTarget = (c: LibraryCommand) =>
      !(c.type === 'CreateCollection' && c.clientId === null) &&
      !(c.type === 'SaveLink' && c.ignoreDuplicate && c.clientId === null) &&
      !(c.type === 'FavoriteLink' && c.isFavorite === undefined) &&
      !(c.type === 'ArchiveLink' && c.isArchived === undefined)
    fc.assert(
      fc.property(commands, anyCommand.filter(hasTarget), (given, twice) => {
        const once = eventsOf([...given, twice])
        expect(eventsOf([...given, twice, twice])).toEqual(once)
      }),
    )
  })
})

/** The facts of each link that a person sees. */
const shown = (events: readonly LibraryEvent[]) => {
  const { links, collections } = foldAll(library, events)
  const tagsOf = tagsAfter(events)
  return [...links].map(([id, { texts, favorite, archived, collectionId }]) => ({
    ...{ id, texts, favorite, archived, tags: tagsOf.get(id) },
    collectionId: collectionId !== null && collections.has(collectionId) ? collectionId : null,
  }))
}

describe('an act that is undone at once', () => {
  /** The events with the undoing of their last one, if that can be undone. */
  const undone = (events: readonly LibraryEvent[]): LibraryEvent[] => {
    const known = { event: events.at(-1) as LibraryEvent, commandId: 'act' }
    const undo = { type: 'UndoAct', undone: 'act', known, now } as const
    return [...events, ...attempt(undo, foldAll(library, events))]
  }

  it('leaves every link as it was, and as the act made it once that is undone too', () => {
    fc.assert(
      fc.property(commands, given => {
        const acts = eventsOf(given)
        for (let length = 3; length <= acts.length; length += 1) {
          const after = acts.slice(0, length)
          const back = undone(after)
          if (back.length === after.length) continue
          expect(shown(back)).toEqual(shown(acts.slice(0, length - 1)))
          // What is deleted again is brought back, and not undone.
          if (back.at(-1)?.type !== 'LinksDeleted') expect(shown(undone(back))).toEqual(shown(after))
        }
      }),
    )
  })
})

describe('acts that are undone one after the other, the last one first', () => {
  const setUp: LibraryCommand[] = [
    ...['one', 'two'].map((path): LibraryCommand => {
      const url = `https://${path}.test/`
      return {
        type: 'SaveLink',
        url,
        title: 'A title',
        note: null,
        tags: ['one'],
        ignoreDuplicate: false,
        now,
      }
    }),
    { type: 'CreateCollection', name: 'Reading', description: null, color: '#3B82F6', now },
  ]
  const edit = anyCommand.filter(({ type }) => /^(Favorite|Archive|Collect|Edit)Links?$|Tags?$/.test(type))

  it('leave every link as it was before them', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), edits => {
        const acts = eventsOf([...setUp, ...edits])
        const first = acts.findLastIndex(event => changesOf(event) === undefined) + 1
        const all = [...acts]
        for (const event of acts.slice(first).reverse()) {
          const undo = { type: 'UndoAct', undone: 'act', known: { event, commandId: 'act' }, now } as const
          all.push(...library.decide(undo, foldAll(library, all)))
        }
        expect(shown(all)).toEqual(shown(acts.slice(0, first)))
      }),
    )
  })
})

describe('an allowance', () => {
  const account = ['free', 'pro', 'ultra', 'basic', 'pro', 'free'] as const
  const told = fc.array(fc.nat(account.length - 1), { minLength: 1, maxLength: 12 })

  it("is that of the account's latest event, for any order and repetition of its events", () => {
    fc.assert(
      fc.property(told, order => {
        const allowed = order.map((revision): LibraryCommand => {
          const plan = account[revision] ?? 'free'
          return { type: 'SetAllowance', plan, cause: `event-${revision}`, causeRevision: revision, now }
        })
        const state = library.initial()
        library.evolve(state, { type: 'LibraryOpened', data: { libraryId: 'a', ownerId: 'b', at: now } }, 0)
        for (const command of allowed)
          for (const event of library.decide(command, state)) library.evolve(state, event, 1)
        expect(state.allowance.plan).toBe(account[Math.max(...order)])
      }),
    )
  })
})

describe('a snapshot', () => {
  it('and the events after it give the state of a full fold', () => {
    fc.assert(
      fc.property(commands, fc.nat(), (given, cut) => {
        const events = eventsOf(given)
        const at = cut % (events.length + 1)
        const parts = JSON.parse(
          JSON.stringify([...librarySnapshot.freeze(foldAll(library, events.slice(0, at)))]),
        )
        const thawed = parts.reduce(librarySnapshot.thaw, library.initial())
        const whole = events
          .slice(at)
          .reduce((state, event, index) => library.evolve(state, event, at + index), thawed)
        expect(whole).toEqual(foldAll(library, events))
      }),
      { numRuns: 1_000 },
    )
  })
})
