import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { summarise } from '../measure/statistics.ts'
import { metadata } from '../world/events.ts'
import { fillLibrary, lastRevision } from '../world/seed.ts'
import { signUp, succeed, type User } from '../world/users.ts'

const LINKS = 48_000
const SINGLE_ACTS = 11_800
const BULK_ACTS = 200
const EVENTS = LINKS + SINGLE_ACTS + BULK_ACTS
const BULK_LINKS = 1_000
const BATCH = 1_000

/** A library of 60,000 events as it was, from the first request until its counts are there, while another one is listed. */
export const pastLines = async (parts: BenchParts, articles: number): Promise<Line[]> => {
  const { stack, pool, store, site } = parts
  const [user, other] = await signUp({ port: stack.port, pool, prefix: 'past' }, 2)
  if (user === undefined || other === undefined) throw new Error('No user could sign up')
  await fillLibrary(store, other, { site, articles, links: 1_000 })
  await fillLibrary(store, user, { site, articles, links: LINKS })
  await act(store, user)

  const alone = await listed(other, count => Promise.resolve(count < 200))
  let isReady = false
  const began = performance.now()
  const folding = untilReady(user).then(() => {
    isReady = true
    return performance.now() - began
  })
  const beside = await listed(other, () => Promise.resolve(!isReady))
  const ms = await folding
  return [
    {
      measure: `(v) library of ${EVENTS.toLocaleString('en')} events as it was, asked for until counted`,
      ours: milliseconds(ms),
      required: 'under 10 s',
      ok: ms < 10_000,
    },
    {
      measure: "    another person's list meanwhile, p99; limit: without the fold",
      ours: milliseconds(summarise(beside).p99),
      limit: milliseconds(summarise(alone).p99),
    },
  ]
}

const act = async (store: EventStore, { libraryId }: User): Promise<void> => {
  const stream = libraryStream(libraryId)
  let revision = await lastRevision(store, stream)
  const at = new Date().toISOString()
  const event = (type: string, data: object): NewEvent => ({
    ...{ id: randomUUID(), type, data: { ...data, at }, metadata: metadata() },
  })
  const single = Array.from({ length: SINGLE_ACTS }, (_, n) =>
    event(n % 2 === 0 ? 'LinkFavorited' : 'LinkArchived', { linkId: 1 + ((n * 7) % LINKS) }),
  )
  const bulk = Array.from({ length: BULK_ACTS }, (_, n) => {
    const first = 1 + ((n * BULK_LINKS) % (LINKS - BULK_LINKS))
    const changes = n % 2 === 0 ? { isFavorite: n % 4 === 0 } : { tags: [`topic ${n % 20}`] }
    return event('LinksEdited', { links: [[first, first + BULK_LINKS - 1]], changes, before: null })
  })
  const events = [...single, ...bulk]
  for (let from = 0; from < events.length; from += BATCH)
    revision = (await store.append(stream, revision, events.slice(from, from + BATCH))).revision
}

/** Asks as the client does: once a second while the answer is 202. */
const untilReady = async ({ api }: User): Promise<void> => {
  const path = `/api/counts?at=${new Date().toISOString()}`
  for (;;) {
    const { status, body } = await api.ask({ method: 'GET', path })
    if (status === 200) return
    if (status !== 202) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}

/** Milliseconds of each list. */
const listed = async ({ api }: User, goesOn: (count: number) => Promise<boolean>): Promise<number[]> => {
  const times: number[] = []
  while (await goesOn(times.length)) {
    const began = performance.now()
    await succeed(api, { method: 'GET', path: '/api/links' })
    times.push(performance.now() - began)
  }
  return times
}
