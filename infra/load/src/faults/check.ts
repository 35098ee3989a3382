import { setTimeout as wait } from 'node:timers/promises'
import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { Counts } from '@lectern/contracts/api/counts.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { until } from '@lectern/stack/probes.ts'
import { allLinks } from '../world/all-links.ts'
import { succeed, type User } from '../world/users.ts'
import { evolve, LibraryModel, type ModelLink } from './library-model.ts'
import type { Save, Saver } from './savers.ts'

/** A library replayed from its events. */
type Replayed = {
  readonly model: LibraryModel
  /** Keyed by link id. */
  readonly createdAt: ReadonlyMap<number, string>
  /** The links that each command saved, in order. Keyed by command id. */
  readonly savedBy: ReadonlyMap<string, number[]>
}

const SETTLE_MS = 30_000
/** The pause is long because each check reads all links. */
const BETWEEN_LOOKS_MS = 1_000

/**
 * Checks the invariants while the savers are paused. Every acknowledged save is in the event store exactly once (I1, I6). The
 * library equals the result of the acknowledged acts, and no act is applied in part. The API shows what a replay of the
 * events gives (I2, I3).
 * @returns the violations, empty if there are none
 */
export const check = async (store: EventStore, savers: readonly Saver[]): Promise<string[]> =>
  (await Promise.all(savers.map(saver => checkOne(store, saver)))).flat()

const checkOne = async (store: EventStore, { user, model, saves }: Saver): Promise<string[]> => {
  const replayed = await replay(store, user)
  const differences = [differenceOf(model, replayed.model), await differenceToApi(user, replayed)]
  return [
    ...saves.flatMap(save => lost(save, replayed)),
    ...differences.flatMap(difference => (difference === undefined ? [] : [`${user.email}: ${difference}`])),
  ]
}

const lost = ({ url, key, linkId }: Save, { savedBy }: Replayed): string[] => {
  const ids = savedBy.get(key) ?? []
  return ids.length === 1 && ids[0] === linkId ? [] : [`${url}, answered as ${linkId}: stored as [${ids}]`]
}

export const replay = async (store: EventStore, user: User): Promise<Replayed> => {
  const model = new LibraryModel()
  const createdAt = new Map<number, string>()
  const savedBy = new Map<string, number[]>()
  for await (const recorded of store.readStream(libraryStream(user.libraryId))) {
    const event = recorded as unknown as LibraryEvent
    evolve(model, event)
    if (event.type !== 'LinkSaved') continue
    const { commandId } = recorded.metadata as EventMetadata
    createdAt.set(event.data.linkId, event.data.at)
    savedBy.set(commandId, [...(savedBy.get(commandId) ?? []), event.data.linkId])
  }
  return { model, createdAt, savedBy }
}

/** Compares the result of the acknowledged acts with the replayed events. */
const differenceOf = (acknowledged: LibraryModel, stored: LibraryModel): string | undefined => {
  const [ours, theirs] = [acknowledged.texts(), stored.texts()]
  return (
    firstDifference('acknowledged was the link', ours.links, theirs.links) ??
    firstDifference('acknowledged was the collection', ours.collections, theirs.collections)
  )
}

/** Waits until the API agrees with the replay. @returns the difference that remains after SETTLE_MS */
const differenceToApi = async (user: User, replayed: Replayed): Promise<string | undefined> => {
  let difference: string | undefined = 'the list was never read'
  const agrees = async () => {
    difference = await compareToApi(user, replayed).catch(String)
    return difference === undefined
  }
  await until('The list', agrees, SETTLE_MS).catch(() => {})
  return difference
}

const compareToApi = async (user: User, { model, createdAt }: Replayed): Promise<string | undefined> => {
  const get = <Body>(path: string) => succeed<Body>(user.api, { method: 'GET', path })
  const list = await allLinks(user, 'archived=all')
  const collections = await get<CollectionList>('/api/collections')
  const counts = await get<Counts>('/api/counts')

  const links = [...model.links.values()].map(link => ({ ...link, createdAt: createdAt.get(link.id) ?? '' }))
  const newestFirst = links.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
  const shown = list.map(({ id, url, title, tags, isFavorite, isArchived, collectionId, createdAt: at }) => ({
    ...({ id, url, title, tags, isFavorite, isArchived, collectionId } satisfies ModelLink),
    createdAt: new Date(at).toISOString(),
  }))
  const active = links.filter(link => !link.isArchived)
  const within = (collectionId: number | null) =>
    active.filter(link => link.collectionId === collectionId).length
  const expectedCollections = [...model.collections.values()]
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, description, color }) => ({ id, name, description, color, count: within(id) }))
  const expectedCounts = {
    used: links.length,
    active: active.length,
    archived: links.length - active.length,
    favorites: active.filter(link => link.isFavorite).length,
    uncollected: within(null),
    tagCount: new Set(active.flatMap(link => link.tags)).size,
  }
  const { used, active: activeCount, archived, favorites, uncollected, tagCount } = counts
  const shownCounts = { used, active: activeCount, archived, favorites, uncollected, tagCount }
  return (
    firstDifference('a replay gives the link', texts(newestFirst), texts(shown)) ??
    firstDifference('a replay gives the collection', texts(expectedCollections), texts(collections)) ??
    firstDifference('a replay gives the counts', texts([expectedCounts]), texts([shownCounts]))
  )
}

const texts = (items: readonly object[]): string[] => items.map(item => JSON.stringify(item))

const firstDifference = (
  what: string,
  expected: readonly string[],
  found: readonly string[],
): string | undefined => {
  for (let place = 0; place < Math.max(expected.length, found.length); place++)
    if (expected[place] !== found[place])
      return `${what} ${expected[place] ?? 'none'}, found is ${found[place] ?? 'none'} (place ${place})`
  return undefined
}

/** I5: every extraction ends, with success or failure. @returns those still pending after `patience` ms without progress */
export const checkJobs = async (users: readonly User[], patience: number): Promise<string[]> => {
  const pending = async (user: User) => {
    const links = await allLinks(user, 'archived=all')
    return links.filter(link => link.extraction === 'pending').map(link => `${link.url} is still pending`)
  }
  const allPending = async () => (await Promise.all(users.map(pending))).flat()
  let left = await allPending()
  let before: number
  do {
    before = left.length
    const isFewer = async () => {
      if (left.length > 0) await wait(BETWEEN_LOOKS_MS)
      left = await allPending()
      return left.length === 0 || left.length < before
    }
    await until('An extraction', isFewer, patience).catch(() => {})
  } while (left.length > 0 && left.length < before)
  return left
}
