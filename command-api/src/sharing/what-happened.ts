import { effectsOf } from '@lectern/contracts/events/effects.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent, readMetadata } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { isTooLarge } from '../aggregate/load.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import { changesOf } from '../domain/library/effect.ts'
import type { NoteState } from '../domain/notebook/state.ts'

/** What one person did in a collection. */
export type Doings = {
  readonly added: Set<number>
  readonly changed: Set<number>
  readonly takenOut: Set<number>
  /** Notes that all may see, new ones and those that changed. */
  notes: number
  hasJoined: boolean
  hasLeft: boolean
}
/** By the ids of members; null: the owner. */
export type Happened = ReadonlyMap<string | null, Doings>

type Asked = {
  readonly libraryId: string
  readonly collectionId: number
  /** Milliseconds since 1970: from the first one on, before the second. */
  readonly from: number
  readonly until: number
  /** The collections of the library's links as they are now. */
  readonly collectionOf: ReadonlyMap<number, number | null>
  /** The libraries of the owner and the members, whose notebooks have their notes, by their ids as in Happened. */
  readonly writers: ReadonlyMap<string | null, string>
}

/** Events of a library that are looked at. Who does more in a week is told of the last ones. */
const EVENTS_MAX = 50_000

/** Goes back through the events of a library. A link counts where it was in the collection then. */
export const whatHappened = async (
  { store, notebooks }: Pick<Aggregates, 'notebooks'> & { readonly store: EventStore },
  { libraryId, collectionId, from, until, collectionOf, writers }: Asked,
): Promise<Happened> => {
  const happened = new Map<string | null, Doings>()
  for (const [by, notebookId] of writers) {
    const doings = nothing()
    doings.notes = await notebooks
      .read(notebookId, ({ notes }) => {
        const isTold = ({ of, isShared, linkId, updatedAt }: NoteState): boolean =>
          of === by &&
          isShared &&
          from <= updatedAt &&
          updatedAt < until &&
          collectionOf.get(linkId) === collectionId
        return [...notes.values()].filter(isTold).length
      })
      .catch(error => {
        if (isOfClosed(error) || isTooLarge(error)) return 0
        throw error
      })
    if (isSome(doings)) happened.set(by, doings)
  }
  const place = new Map(collectionOf)
  const options = { direction: 'backwards', maxCount: EVENTS_MAX } as const
  for await (const recorded of store.readStream(libraryStream(libraryId), options)) {
    const event = readLibraryEvent(recorded)
    const at = Date.parse(event.data.at)
    if (at < from) break
    const { isMember, actorId } = readMetadata(recorded)
    const by = isMember ? actorId : null
    const doings = happened.get(by) ?? nothing()
    look(event, { collectionId, place, doings: at < until ? doings : nothing() })
    if (isSome(doings)) happened.set(by, doings)
  }
  return happened
}

const nothing = (): Doings => ({
  added: new Set(),
  changed: new Set(),
  takenOut: new Set(),
  notes: 0,
  hasJoined: false,
  hasLeft: false,
})
const isSome = ({ added, changed, takenOut, notes, hasJoined, hasLeft }: Doings): boolean =>
  added.size + changed.size + takenOut.size + notes > 0 || hasJoined || hasLeft

type Look = {
  readonly collectionId: number
  /** The collections of links after the event, and then before it. */
  readonly place: Map<number, number | null>
  readonly doings: Doings
}

const look = (event: LibraryEvent, { collectionId, place, doings }: Look): void => {
  const { type, data } = event
  if ('collectionId' in data && data.collectionId === collectionId) {
    if (type === 'MemberJoined') doings.hasJoined = true
    if (type === 'MemberLeft' && data.how === 'left') doings.hasLeft = true
  }
  // They were there before.
  if (type === 'LinksReceived') return
  for (const effect of effectsOf(event))
    if (effect.kind === 'links-added')
      for (const link of effect.links) if (link.collectionId === collectionId) doings.added.add(link.linkId)
  for (const { linkIds, before, after } of changesOf(event) ?? [])
    for (const [n, linkId] of linkIds.entries()) {
      const [was, is] = [before.collectionId?.[n], after.collectionId?.[n]]
      if (was !== undefined && is !== undefined && was !== is) {
        if (is === collectionId) doings.added.add(linkId)
        if (was === collectionId) doings.takenOut.add(linkId)
        place.set(linkId, was)
      } else if ((after.texts ?? after.tags) && place.get(linkId) === collectionId) doings.changed.add(linkId)
    }
}
