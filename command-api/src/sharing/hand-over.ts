import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent, readMetadata } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Users } from '../accounts/users.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { ReceivedLink } from '../domain/library/sharing/handover.ts'
import { ARCHIVED, FAVORITE } from '../domain/library/sharing/state.ts'
import type { Library } from '../domain/library/state.ts'
import type { Positions } from '../reading/positions.ts'
import { chunksOf } from './chunks.ts'
import { type Follower, followLinks } from './follow-links.ts'
import type { People } from './people.ts'

export type HandOverParts = Pick<Aggregates, 'libraries' | 'notebooks'> & {
  readonly store: EventStore
  readonly people: People
  readonly users: Pick<Users, 'findByLibrary'>
  readonly positions: Pick<Positions, 'copy'>
}

/** A collection that somebody took over, as its deletion in the library of before says. */
export type HandedOver = {
  /** The id of that event. */
  readonly id: string
  readonly deletion: Extract<LibraryEvent, { type: 'CollectionDeleted' }>['data']
}

/**
 * Brings a collection into the library of who took it over: its members, its links, and what each of these people has on them. Every step
 * may be repeated, and finds what is there. Where the new owner's account is gone, the links are where they were.
 */
export const handOver = async (
  parts: HandOverParts,
  libraryId: string,
  handedOver: HandedOver,
): Promise<void> => {
  const { people } = parts
  const to = handedOver.deletion.handover?.to ?? ''
  const owner = await people.personOf(to)
  try {
    if (owner !== undefined) await bringTo(parts, libraryId, { ...handedOver, to, owner: owner.libraryId })
  } finally {
    await people.settle(libraryId)
  }
}

/** Where it goes: to the person whom the library of before knows as `to`, whose own is `owner`. */
type Way = HandedOver & { readonly to: string; readonly owner: string }

const bringTo = async (parts: HandOverParts, libraryId: string, way: Way): Promise<void> => {
  const { libraries, people, positions } = parts
  const { id: handoverId, deletion, to, owner } = way
  const followers = await followersOf(parts, libraryId, way)
  const memberOf = new Map(followers.flatMap(({ was, is }) => (was && is ? [[was, is]] : [])))
  const { name = '', description = null, color = '', links: ids = [] } = deletion.before ?? {}
  const former = followers.find(({ was }) => was === null)?.is
  const members = followers.flatMap(({ is, role }) => (is && role ? [{ memberId: is, role }] : []))
  const receive = { type: 'ReceiveCollection', handoverId, name, description, color, members } as const
  await libraries.handle(owner, { ...receive, now: now() }, issuedBySystem(uuidv7()))
  await people.settle(owner)
  const received = await libraries.read(owner, library => library.received.get(handoverId)?.collectionId)
  const from = { libraryId, collectionId: deletion.collectionId }
  await people.copyChoices(from, { libraryId: owner, collectionId: received ?? 0 })

  const savers = await saversIn(parts.store, libraryId)
  const flags = await libraries.read(owner, library => new Map(library.flags.get(to)))
  const links = await libraries.read(libraryId, library => receivedOf(library, [...idsIn(ids)], flags))
  for (const chunk of chunksOf(links)) {
    const named = chunk.map(link => {
      const saver = savers.get(link.from)
      const savedBy = saver === undefined ? former : memberOf.get(saver)
      return { ...link, ...(savedBy && { savedBy }) }
    })
    const command = { type: 'ReceiveLinks', handoverId, links: named, now: now() } as const
    await libraries.handle(owner, command, issuedBySystem(uuidv7()))
  }
  if (Date.now() - Date.parse(deletion.at) > FOLLOWED_DAYS * DAY_MS) return
  const linkOf = await arrivedIn(parts.store, owner, handoverId)
  await positions.copy(libraryId, owner, linkOf)
  for (const follower of followers) await followLinks(parts, { owner, follower, linkOf })
}

const now = (): string => new Date().toISOString()

/** Policies go on after a crash much sooner. After a restore they see older events again, which all these things followed then. */
const FOLLOWED_DAYS = 8
const DAY_MS = 86_400_000

/** Everybody who has something on the links: members, the owner of before, and the new one. */
const followersOf = async (
  { people, users }: HandOverParts,
  libraryId: string,
  { deletion, to, owner }: Way,
): Promise<Follower[]> => {
  const followers: Follower[] = []
  for (const { memberId: was, role } of deletion.handover?.members ?? []) {
    const person = await people.personOf(was)
    if (person === undefined) continue
    const is = was === to ? null : await people.memberIdOf(owner, person)
    followers.push({ libraryId: person.libraryId, was, is, role: was === to ? null : role })
  }
  const former = await users.findByLibrary(libraryId)
  if (former === undefined) return followers
  const is = await people.memberIdOf(owner, { userId: former.id, libraryId })
  return [...followers, { libraryId, was: null, is, role: 'editor' }]
}

/** What somebody may hand over, in the order of its ids. @param flags those that the new owner has on it */
export const receivedOf = (
  { links }: Library,
  ids: readonly number[],
  flags: ReadonlyMap<number, number> = new Map(),
): ReceivedLink[] =>
  ids.flatMap(from => {
    const link = links.get(from)
    if (link === undefined) return []
    const { ownArticle: _, ...texts } = link.texts
    const has = flags.get(from) ?? 0
    const own = { isFavorite: (has & FAVORITE) > 0, isArchived: (has & ARCHIVED) > 0 }
    return [{ from, ...texts, tags: [...link.tags], savedAt: new Date(link.savedAt).toISOString(), ...own }]
  })

const SAVES: ReadonlySet<string> = new Set<LibraryEvent['type']>([
  'LinkSaved',
  'LinksReceived',
  'LinksBroughtBack',
])

/** Which members saved links of a library. */
const saversIn = async (store: EventStore, libraryId: string): Promise<Map<number, string>> => {
  const savers = new Map<number, string>()
  for await (const recorded of store.readStream(libraryStream(libraryId))) {
    if (!SAVES.has(recorded.type)) continue
    const { isMember, actorId } = readMetadata(recorded)
    if (recorded.type === 'LinkSaved' && !isMember) continue
    const event = readLibraryEvent(recorded)
    if (event.type === 'LinkSaved') savers.set(event.data.linkId, actorId)
    if (event.type === 'LinksReceived' || event.type === 'LinksBroughtBack')
      for (const { linkId, savedBy } of event.data.links) if (savedBy) savers.set(linkId, savedBy)
  }
  return savers
}

/** The ids that links have in the new library, by those that they had. */
const arrivedIn = async (
  store: EventStore,
  libraryId: string,
  handoverId: string,
): Promise<Map<number, number>> => {
  const linkOf = new Map<number, number>()
  for await (const recorded of store.readStream(libraryStream(libraryId), { direction: 'backwards' })) {
    if (recorded.type !== 'LinksReceived') continue
    const event = readLibraryEvent(recorded)
    if (event.type !== 'LinksReceived' || event.data.handoverId !== handoverId) continue
    for (const { from, linkId } of event.data.links) linkOf.set(from, linkId)
    // The first one has none.
    if (event.data.links.length === 0) break
  }
  return linkOf
}
