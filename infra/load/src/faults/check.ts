import type { Counts } from '@lectern/contracts/api/counts.ts'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { until } from '@lectern/stack/probes.ts'
import { succeed, type User } from '../world/users.ts'
import type { Save } from './savers.ts'

/** A link as its events alone tell it. */
type Replayed = Pick<Link, 'id' | 'url' | 'title' | 'tags' | 'createdAt' | 'isFavorite'>
type Library = { readonly links: Replayed[]; readonly commandIds: string[] }

const SETTLE_MS = 30_000

/**
 * The invariants, with the savers at rest: every acknowledged save is in the event store once and in the list once
 * (I1, I6), and what the API shows is what a replay of the events gives (I2, I3). @returns what is violated, empty if nothing
 */
export const check = async (store: EventStore, saves: readonly Save[]): Promise<string[]> => {
  const users = [...new Set(saves.map(save => save.user))]
  const found = await Promise.all(
    users.map(user =>
      checkUser(
        store,
        user,
        saves.filter(save => save.user === user),
      ),
    ),
  )
  return found.flat()
}

const checkUser = async (store: EventStore, user: User, saves: readonly Save[]): Promise<string[]> => {
  const { links, commandIds } = await replay(store, user)
  const violations: string[] = []
  for (const { url, linkId, key, isFavorite } of saves) {
    const stored = links.filter(link => link.url === url)
    const commands = commandIds.filter(id => id === key).length
    if (stored.length !== 1 || stored[0]?.id !== linkId || commands !== 1)
      violations.push(`${url}, answered as ${linkId}: ${commands} commands, stored ${JSON.stringify(stored)}`)
    if (isFavorite && !stored[0]?.isFavorite) violations.push(`${url} is no favourite in the event store`)
  }
  const difference = await differenceToList(user, links)
  return difference === undefined ? violations : [...violations, difference]
}

const replay = async (store: EventStore, user: User): Promise<Library> => {
  const links = new Map<number, Replayed>()
  const commandIds: string[] = []
  for await (const recorded of store.readStream(libraryStream(user.libraryId))) {
    const { type, data } = recorded as unknown as LibraryEvent
    if (type === 'LinkSaved') {
      const { linkId: id, url, title, tags, at } = data
      links.set(id, { id, url, title, tags, createdAt: at, isFavorite: false })
      commandIds.push((recorded.metadata as EventMetadata).commandId)
    } else if (type === 'LinkFavorited') {
      const link = links.get(data.linkId)
      if (link !== undefined) links.set(link.id, { ...link, isFavorite: true })
    }
  }
  return { links: [...links.values()], commandIds }
}

/** Gives the projection time to catch up. @returns what then still differs */
const differenceToList = async (user: User, replayed: readonly Replayed[]): Promise<string | undefined> => {
  let difference: string | undefined = 'the list was never read'
  const agrees = async () => {
    difference = await compare(user, replayed).catch(String)
    return difference === undefined
  }
  await until('The list', agrees, SETTLE_MS).catch(() => {})
  return difference && `${user.email}: ${difference}`
}

const compare = async (user: User, replayed: readonly Replayed[]): Promise<string | undefined> => {
  const { links } = await succeed<LinkList>(user.api, {
    method: 'GET',
    path: '/api/links?limit=10000&archived=all',
  })
  const counts = await succeed<Counts>(user.api, { method: 'GET', path: '/api/counts' })
  const shown = links.map(({ id, url, title, tags, createdAt, isFavorite }) =>
    JSON.stringify({ id, url, title, tags, createdAt: new Date(createdAt).toISOString(), isFavorite }),
  )
  const expected = replayed
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
    .map(link => JSON.stringify(link))
  const place = expected.findIndex((link, n) => link !== shown[n])
  if (place >= 0) return `place ${place} of the list is ${shown[place]}, a replay gives ${expected[place]}`
  if (shown.length !== expected.length)
    return `the list has ${shown.length} links, a replay ${expected.length}`
  const favorites = replayed.filter(link => link.isFavorite).length
  if (counts.used !== expected.length || counts.favorites !== favorites)
    return `the counts are ${JSON.stringify(counts)}, a replay gives ${expected.length} and ${favorites} favourites`
  return undefined
}

/** I5: every link's extraction ended, well or not. @returns what is still pending after `patience` milliseconds */
export const checkJobs = async (users: readonly User[], patience: number): Promise<string[]> => {
  const pending = async (user: User) => {
    const { links } = await succeed<LinkList>(user.api, { method: 'GET', path: '/api/links?limit=10000' })
    return links.filter(link => link.extraction === 'pending').map(link => `${link.url} is still pending`)
  }
  let left: string[] = []
  const none = async () => {
    left = (await Promise.all(users.map(pending))).flat()
    return left.length === 0
  }
  await until('The extractions', none, patience).catch(() => {})
  return left
}
