import { randomUUID } from 'node:crypto'
import type { Counts } from '@lectern/contracts/api/counts.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { until } from '@lectern/stack/probes.ts'
import { allLinks } from './all-links.ts'
import { linkSaved, metadata } from './events.ts'
import { saveLink, succeed, type User } from './users.ts'

/** Saves articles of the fixture host through the API and waits until they are read. Seeded links then share them. */
export const readArticles = async (user: User, site: string, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await saveLink(user, `${site}/articles/${n}`)
  const allReady = async () => {
    const links = await allLinks(user)
    return links.every(link => link.extraction === 'ready')
  }
  await until('The articles', allReady, 120_000)
}

const BATCH = 1_000

/** `count` events of links to the articles that were read. The urls differ in their fragments. */
export const seededLinks = (site: string, articles: number, first: number, count: number): NewEvent[] =>
  Array.from({ length: count }, (_, k) => {
    const n = first + k
    return linkSaved({ linkId: n, url: `${site}/articles/${n % articles}#!/seed-${n}`, name: `seed-${n}` })
  })

/** Gives a library a plan, by default without a limit of links. @returns its new revision */
export const liftCap = async (
  store: EventStore,
  user: User,
  plan: { plan: Plan; limit: number | null } = { plan: 'legacy_unlimited', limit: null },
): Promise<bigint> => {
  const stream = libraryStream(user.libraryId)
  const at = new Date().toISOString()
  const unlimited: NewEvent = {
    id: randomUUID(),
    type: 'AllowanceChanged',
    data: { ...plan, cause: 'bench', at },
    metadata: metadata(),
  }
  return (await store.append(stream, await lastRevision(store, stream), [unlimited])).revision
}

/** Fills a user's empty library with single saves and waits until the lists show them. */
export const fillLibrary = async (
  store: EventStore,
  user: User,
  { site, articles, links }: { site: string; articles: number; links: number },
): Promise<void> => {
  const stream = libraryStream(user.libraryId)
  let revision = await liftCap(store, user)
  for (let first = 1; first <= links; first += BATCH) {
    const events = seededLinks(site, articles, first, Math.min(BATCH, links - first + 1))
    revision = (await store.append(stream, revision, events)).revision
  }
  const shown = async () =>
    (await succeed<Counts>(user.api, { method: 'GET', path: '/api/counts' })).used >= links
  await until('The seeded library', shown, 120_000)
}

/** The revision of the stream's last event. */
export const lastRevision = async (store: EventStore, stream: string): Promise<bigint> => {
  for await (const event of store.readStream(stream, { direction: 'backwards', maxCount: 1 }))
    return event.revision
  throw new Error(`${stream} is empty`)
}
