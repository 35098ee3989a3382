import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCommand, attempt, eventsOf, importOf, now, tagsAfter } from '../test-support/any-command.ts'
import { foldAll } from '../test-support/given.ts'
import { type Later, linksGivenBack } from './library/chain.ts'
import { effectOf } from './library/effect.ts'
import type { Library } from './library/state.ts'
import { leftBy, type UndoAct } from './library/undo.ts'
import type { ImportFacts } from './library/undo-import.ts'
import { type LibraryCommand, library } from './library.ts'

const save = (path: string): LibraryCommand => ({
  ...{ type: 'SaveLink', url: `https://${path}.test/`, title: 'A title', note: null, tags: ['one'] },
  ...{ ignoreDuplicate: false, now },
})
const create = (name: string): LibraryCommand => ({
  ...{ type: 'CreateCollection', name, description: null, color: '#3B82F6', now },
})
const setUp = [save('one'), save('two'), create('Reading'), create('Work')]
const firstAct = eventsOf(setUp).length

const act = anyCommand.filter(({ type }) =>
  /^(Favorite|Archive|Collect|Edit)Links?$|Tags?$|^(Edit|Delete)Collection$/.test(type),
)
/**
 * A bulk edit that names a collection names nothing else. It may name the one that a link is in already, which is no move: the
 * deletion of an earlier collection can then be undone first, and the edit, whose link is elsewhere afterwards, no more.
 */
const clearAct = act.filter(
  c => c.type !== 'EditLinks' || c.changes.collectionId === undefined || Object.keys(c.changes).length === 1,
)
const acts = fc.array(clearAct, { maxLength: 25, size: 'max' })
const order = fc.infiniteStream(fc.nat())

/** What a person sees of a library. */
const shown = (events: readonly LibraryEvent[]) => {
  const { links, collections } = foldAll(library, events)
  const tagsOf = tagsAfter(events)
  return {
    links: [...links].map(([id, { urlKey, favorite, archived, collectionId }]) => ({
      ...{ id, urlKey, favorite, archived, collectionId, tags: tagsOf.get(id) },
    })),
    collections: [...collections]
      .map(([id, { madeAt: _, ...facts }]) => ({ id, ...facts }))
      .sort((a, b) => a.id - b.id),
  }
}

/** A library with the commands that led to its events, and undos of them. */
const historyOf = (events: readonly LibraryEvent[]) => {
  const all: Later[] = events.map((event, revision) => ({ event, revision, commandId: `act ${revision}` }))
  const state = foldAll(library, events)
  const undoOf = (act: Later): UndoAct => {
    const { event, revision, commandId } = act
    const givenBack = linksGivenBack(act, all.slice(revision + 1))
    return { type: 'UndoAct', undone: commandId, known: { event, revision, givenBack }, now }
  }
  return {
    all,
    state,
    events: () => all.map(({ event }) => event),
    undoOf,
    undo: (undone: Later): LibraryEvent | undefined => {
      const [event] = attempt(undoOf(undone), state)
      if (event === undefined) return undefined
      library.evolve(state, event, all.length)
      all.push({ event, revision: all.length, commandId: `act ${all.length}` })
      return event
    },
  }
}

/** Whether an undo would give all back that the act changed. */
const isLegal = ({ known }: UndoAct, state: Library): boolean => {
  try {
    const { links, fields } = leftBy(known, state)
    return links.length + fields.length === 0
  } catch (error) {
    if (error instanceof Rejected) return false
    throw error
  }
}

describe('any acts', () => {
  it('that are undone in any legal order leave the library as it was before them', () => {
    fc.assert(
      fc.property(acts, order, (given, next) => {
        const before = shown(eventsOf(setUp))
        const history = historyOf(eventsOf([...setUp, ...given]))
        const waiting = history.all.slice(firstAct)
        while (waiting.length > 0) {
          const legal = waiting.filter(each => {
            const undo = history.undoOf(each)
            return isLegal(undo, history.state) && attempt(undo, history.state).length > 0
          })
          // The last act can always be undone, if it did anything.
          if (legal.length === 0) break
          const chosen = legal[(next.next().value ?? 0) % legal.length] as Later
          history.undo(chosen)
          waiting.splice(waiting.indexOf(chosen), 1)
        }
        expect(shown(history.events())).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })

  it('are undone exactly: links have what they had before the act, and all others what they have', () => {
    fc.assert(
      fc.property(acts, order, (given, next) => {
        const history = historyOf(eventsOf([...setUp, ...given]))
        for (let n = 0; n < 20; n += 1) {
          const acts = history.all.slice(firstAct)
          const chosen = acts[(next.next().value ?? 0) % Math.max(acts.length, 1)]
          if (chosen === undefined) break
          const earlier = shown(history.events().slice(0, chosen.revision)).links
          const present = shown(history.events()).links
          const undone = history.undo(chosen)
          const links = undone && 'links' in undone.data ? (undone.data.links as never) : []
          const restored = new Set<number>(idsIn(links))
          if (undone?.type === 'CollectionDeleted')
            for (const id of idsIn(undone.data.before?.links ?? [])) restored.add(id)
          const changes = Object.keys(effectOf(chosen.event)?.before ?? {})
          for (const [place, link] of shown(history.events()).links.entries()) {
            const [was, is] = [earlier[place], present[place]]
            if (!restored.has(link.id)) expect(link).toEqual(is)
            else expect(link).toEqual({ ...is, ...fieldsOf(was, changes) })
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

type Shown = ReturnType<typeof shown>['links'][number]
const fieldsOf = (link: Shown | undefined, names: readonly string[]): Partial<Shown> => {
  if (link === undefined) return {}
  const { favorite, archived, collectionId, tags, urlKey } = link
  return {
    ...(names.includes('isFavorite') && { favorite }),
    ...(names.includes('isArchived') && { archived }),
    ...(names.includes('collectionId') && { collectionId }),
    ...(names.includes('tags') && { tags }),
    ...(names.includes('texts') && { urlKey }),
  }
}

describe('any import', () => {
  const importId = '01980000-0000-7000-8000-00000000000a'
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
          return ids.has(id) && link?.changedAt === link?.savedAt
        }
        const left = shown(touched).links.filter(({ id }) => !isGone(id))
        expect(shown(undoImport(touched)).links).toEqual(left)
      }),
      { numRuns: 300 },
    )
  })
})
