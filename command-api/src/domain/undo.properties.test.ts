import { isDeepStrictEqual } from 'node:util'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCommand, attempt, eventsOf, importOf, now } from '../test-support/any-command.ts'
import { foldAll } from '../test-support/given.ts'
import { addAll } from '../undoing/import-facts.ts'
import type { Added, ImportFacts } from './library/undo-import.ts'
import { type LibraryCommand, library } from './library.ts'

const save = (path: string): LibraryCommand => ({
  ...{ type: 'SaveLink', url: `https://${path}.test/`, title: 'A title', note: null, tags: ['one'] },
  ...{ ignoreDuplicate: false, now },
})
const create = (name: string): LibraryCommand => ({
  ...{ type: 'CreateCollection', name, description: null, color: '#3B82F6', now },
})
const setUp = [save('one'), save('two'), create('Reading'), create('Work')]

const act = anyCommand.filter(({ type }) =>
  /^(Favorite|Archive|Collect|Edit)Links?$|Tags?$|^(Edit|Delete)Collection$/.test(type),
)
const acts = fc.array(act, { maxLength: 25, size: 'max' })

/** What a person sees of a library. */
const shown = (events: readonly LibraryEvent[]) => {
  const { links, collections } = foldAll(library, events)
  return {
    links: [...links].map(([id, { texts, favorite, archived, collectionId, tags }]) => ({
      ...{ id, favorite, archived, collectionId, tags, note: texts.note },
      ...{ title: [texts.title, texts.titleFrom], address: [texts.url, texts.urlKey] },
    })),
    collections: [...collections].map(([id, facts]) => ({ id, ...facts })).sort((a, b) => a.id - b.id),
  }
}
type Shown = ReturnType<typeof shown>['links'][number]

const undoOf = (event: LibraryEvent): LibraryCommand => ({
  ...{ type: 'UndoAct', undone: 'act', known: { event, commandId: 'act' }, now },
})
const undo = (event: LibraryEvent, events: readonly LibraryEvent[]): LibraryEvent[] =>
  attempt(undoOf(event), foldAll(library, events))

describe('any acts', () => {
  it('that are undone from the last to the first leave the library as it was before them', () => {
    fc.assert(
      fc.property(acts, given => {
        const before = eventsOf(setUp)
        const events = eventsOf([...setUp, ...given])
        for (const event of events.slice(before.length).reverse()) events.push(...undo(event, events))
        expect(shown(events)).toEqual(shown(before))
      }),
      { numRuns: 500 },
    )
  })

  it('give each field its value from before where it still has that of the act, and leave all else', () => {
    fc.assert(
      fc.property(acts, fc.nat(), (given, n) => {
        const first = eventsOf(setUp).length
        const events = eventsOf([...setUp, ...given])
        const place = first + (n % Math.max(events.length - first, 1))
        const event = events[place]
        if (event === undefined || /Collection(Edited|Deleted)/.test(event.type)) return
        const [had, got, has] = [place, place + 1, events.length].map(count => shown(events.slice(0, count)))
        const undone = shown([...events, ...undo(event, events)])
        for (const link of has?.links ?? []) {
          const in_ = (those: typeof has) => those?.links.find(({ id }) => id === link.id) as Shown
          const wanted = Object.entries(link).map(([field, value]) => {
            const of = (those: typeof has) => in_(those)?.[field as keyof Shown]
            const isOfAct = !isDeepStrictEqual(of(had), of(got)) && isDeepStrictEqual(of(got), value)
            const isGone = field === 'collectionId' && !isIn(has?.collections ?? [], of(had))
            return [field, isOfAct && !isGone ? of(had) : value]
          })
          expect(in_(undone)).toEqual(Object.fromEntries(wanted))
        }
        expect(undone.collections).toEqual(has?.collections)
      }),
      { numRuns: 500 },
    )
  })

  it('are done again by the undoing of their undoing', () => {
    fc.assert(
      fc.property(acts, fc.nat(), (given, n) => {
        const first = eventsOf(setUp).length
        const events = eventsOf([...setUp, ...given])
        const event = events[first + (n % Math.max(events.length - first, 1))]
        if (event === undefined) return
        const before = shown(events)
        const [undone] = undo(event, events)
        if (undone === undefined) return
        events.push(undone)
        events.push(...undo(undone, events))
        expect(shown(events)).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})

const isIn = (collections: readonly { readonly id: number }[], id: unknown): boolean =>
  id === null || collections.some(each => each.id === id)

describe('any import', () => {
  const importId = '01980000-0000-7000-8000-00000000000a'
  const addedIn = (events: readonly LibraryEvent[]) => {
    const added = new Map<number, Added>()
    for (const { type, data } of events) if (type === 'ImportAdded') addAll(added, data)
    return added
  }
  const factsOf = (events: readonly LibraryEvent[]): ImportFacts => {
    const chunks = events.flatMap(({ type, data }) => (type === 'LinksImported' ? [data] : []))
    return {
      isWhole: true,
      linkIds: chunks.flatMap(chunk => chunk.links.map(({ linkId }) => linkId)),
      collections: chunks.flatMap(chunk =>
        chunk.newCollections.map(({ collectionId: id, name, color, description = null }) => ({
          ...{ id, name, color, description },
        })),
      ),
      added: addedIn(events),
      notes: [],
    }
  }
  const undoImport = (events: readonly LibraryEvent[]): LibraryEvent[] => {
    const chosen = { links: [], notes: [], collections: [] }
    const undo = {
      type: 'UndoImport',
      importId,
      includeTouched: false,
      chosen,
      known: factsOf(events),
      now,
    } as const
    return [...events, ...attempt(undo, foldAll(library, events))]
  }

  it('that adds to what is there is undone to the last tag, and a repetition adds nothing', () => {
    const again = (rows: readonly LibraryCommand[]): LibraryCommand[] =>
      rows.map(
        command => ({ ...command, importId: '01980000-0000-7000-8000-00000000000b' }) as LibraryCommand,
      )
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), importOf(importId, true), (given, rows) => {
        const others = given.filter(({ type }) => !/Import/.test(type))
        const after = eventsOf([...others, ...rows])
        expect(shown(undoImport(after))).toEqual(shown(eventsOf(others)))
        const repeated = eventsOf([...others, ...rows, ...again(rows)])
        const full = foldAll(library, repeated).imports
        if ([...full.values()].every(({ totals }) => totals.skipped === 0))
          expect(shown(repeated)).toEqual(shown(after))
      }),
      { numRuns: 500 },
    )
  })

  it('that is undone leaves the library as it was before, and what was changed since as it is', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), importOf(importId), acts, (given, rows, later) => {
        const others = given.filter(({ type }) => !/Import/.test(type))
        const before = eventsOf(others)
        const after = eventsOf([...others, ...rows])
        expect(shown(undoImport(after))).toEqual(shown(before))

        const touched = eventsOf([...others, ...rows, ...later])
        const { linkIds } = factsOf(touched)
        const ids = new Set(linkIds)
        const state = foldAll(library, touched)
        const isGone = (id: number) => {
          const link = state.links.get(id)
          return ids.has(id) && link?.isChanged === false
        }
        const left = shown(touched).links.filter(({ id }) => !isGone(id))
        expect(shown(undoImport(touched)).links).toEqual(left)
      }),
      { numRuns: 300 },
    )
  })
})
