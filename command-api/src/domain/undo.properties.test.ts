import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCommand, attempt, eventsOf, importOf, now, tagsAfter } from '../test-support/any-command.ts'
import { foldAll } from '../test-support/given.ts'
import { actToUndo, type Later } from './library/chain.ts'
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
    links: [...links].map(([id, { texts, favorite, archived, collectionId }]) => ({
      ...{ id, texts, favorite, archived, collectionId, tags: tagsOf.get(id) },
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
    const known = actToUndo(act, all.slice(act.revision + 1))
    return { type: 'UndoAct', undone: act.commandId, known, now }
  }
  const give = (command: LibraryCommand): LibraryEvent | undefined => {
    const [event] = attempt(command, state)
    if (event === undefined) return undefined
    library.evolve(state, event, all.length)
    all.push({ event, revision: all.length, commandId: `act ${all.length}` })
    return event
  }
  return {
    ...{ all, state, undoOf, give },
    events: () => all.map(({ event }) => event),
    undo: (undone: Later): LibraryEvent | undefined => give(undoOf(undone)),
  }
}

/** The acts that the history offers to undo: those that no act undid which has its effect. */
const offered = (acts: readonly Later[]): Later[] => {
  const undone = new Set<string>()
  for (const { event, commandId } of acts.toReversed())
    if ('undone' in event.data && event.data.undone && !undone.has(commandId)) undone.add(event.data.undone)
  return acts.filter(({ commandId }) => !undone.has(commandId))
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

describe('an act that the history offers to undo', () => {
  const step = fc.oneof(
    { weight: 1, arbitrary: clearAct.map(command => ({ command })) },
    { weight: 3, arbitrary: fc.record({ undo: fc.nat() }) },
    // The latest acts make long chains.
    { weight: 2, arbitrary: fc.record({ undo: fc.constantFrom(-1, -2, -3) }) },
  )

  /** Whether a later act changed what an undo leaves, or refuses. */
  const isTouched = ({ known }: UndoAct, { all, state }: ReturnType<typeof historyOf>): boolean => {
    const since = all.slice(known.revision + 1)
    if (since.some(({ event: { data } }) => 'undone' in data && data.undone === known.commandId)) return false
    const { data } = known.event
    const collectionId = 'collectionId' in data ? data.collectionId : undefined
    const isOfCollection = ({ event }: Later) =>
      'collectionId' in event.data && event.data.collectionId === collectionId
    if (!state.collections.has(collectionId ?? 0) && since.some(isOfCollection)) return true
    const { links, fields } = leftBy(known, state)
    const effect = effectOf(known.event)
    const homeOf = (id: number) => effect?.before.collectionId?.[effect.linkIds.indexOf(id)]
    const changesLink = (id: number) =>
      since.some(
        ({ event }) =>
          effectOf(event)?.linkIds.includes(id) ||
          // The collection that it would go back to is gone.
          (event.type === 'CollectionDeleted' && event.data.collectionId === homeOf(id)),
      )
    return (
      links.length + fields.length > 0 &&
      links.every(changesLink) &&
      (fields.length === 0 || since.some(isOfCollection))
    )
  }

  it('is undone, or what is left was changed by a later act that is none of its undoings', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25, size: 'max' }), steps => {
        const history = historyOf(eventsOf(setUp))
        for (const each of steps) {
          const acts = offered(history.all.slice(firstAct))
          const chosen = 'undo' in each && acts.at(each.undo < 0 ? each.undo : each.undo % acts.length)
          if ('command' in each) history.give(each.command)
          else if (chosen && history.undo(chosen) === undefined)
            expect(isTouched(history.undoOf(chosen), history)).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

type Shown = ReturnType<typeof shown>['links'][number]
const fieldsOf = (link: Shown | undefined, names: readonly string[]): Partial<Shown> => {
  if (link === undefined) return {}
  const { favorite, archived, collectionId, tags, texts } = link
  return {
    ...(names.includes('isFavorite') && { favorite }),
    ...(names.includes('isArchived') && { archived }),
    ...(names.includes('collectionId') && { collectionId }),
    ...(names.includes('tags') && { tags }),
    ...(names.includes('texts') && { texts }),
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
          return ids.has(id) && link?.changedAt === link?.madeAt
        }
        const left = shown(touched).links.filter(({ id }) => !isGone(id))
        expect(shown(undoImport(touched)).links).toEqual(left)
      }),
      { numRuns: 300 },
    )
  })
})
