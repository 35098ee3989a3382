import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { SHOWN_LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { until } from '@lectern/stack/probes.ts'
import type { BenchParts } from '../bench-parts.ts'
import { catchUp } from '../limits/bare-catch-up.ts'
import { type Line, percent, rate } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { lanesPass } from '../world/caught-up.ts'
import { metadata } from '../world/events.ts'
import { holding } from '../world/holding.ts'
import { seededLinks } from '../world/seed.ts'

const ROUNDS = 2
const LIBRARIES = 200
const LINKS_EACH = 500
const LINKS = LIBRARIES * LINKS_EACH

/**
 * Measures how fast projectors work off the events that arrived while they were stopped, compared with a subscription that
 * does nothing. Only the lanes of lists and articles are judged; searches may lag during a backlog.
 */
export const projectionLines = async (parts: BenchParts, articles: number): Promise<Line[]> => {
  const { stack, client, store } = parts
  const limits: number[] = []
  const { ours } = await inTurn(ROUNDS, {
    ours: async () => {
      const before = await store.end()
      const libraries = await holding(stack, 'projectors', async () => {
        const ids = await appendLibraries(parts, articles)
        limits.push(await catchUp(client, LINKS, before))
        return ids
      })
      return projectionRates(parts, libraries)
    },
  })
  const inLists = medianOf(ours, rates => rates.inLists)
  const inSearches = medianOf(ours, rates => rates.inSearches)
  const limit = medianOf(limits, value => value)
  const line = (measure: string, mine: number): Line => ({
    measure,
    ours: rate(mine),
    limit: rate(limit),
    ratio: percent(mine / limit),
  })
  return [
    {
      ...line(
        `(d) projection of ${LINKS.toLocaleString('en')} links, seen in lists; limit: the bare catch-up`,
        inLists,
      ),
      required: 'at least 60 %',
      ok: inLists / limit >= 0.6,
    },
    line('    links found by searches', inSearches),
  ]
}

/** Appends new libraries whose links share the known articles. @returns their ids */
const appendLibraries = async ({ store, site }: BenchParts, articles: number): Promise<string[]> => {
  const ids = Array.from({ length: LIBRARIES }, () => randomUUID())
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
      await appendLibrary(store, id, seededLinks(site, articles, 1, LINKS_EACH))
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return ids
}

const appendLibrary = async (store: EventStore, libraryId: string, links: readonly NewEvent[]) => {
  const opened: NewEvent = {
    id: randomUUID(),
    type: 'LibraryOpened',
    data: { libraryId, ownerId: randomUUID(), at: new Date().toISOString() },
    metadata: metadata(),
  }
  await store.append(libraryStream(libraryId), 'no_stream', [opened, ...links])
}

type Rates = { readonly inLists: number; readonly inSearches: number }

/** Events a second from the first projected event on, because held processes need time to connect again. */
const projectionRates = async ({ pool, store }: BenchParts, libraries: readonly string[]): Promise<Rates> => {
  const schema = await currentReadSchema(pool)
  const end = await store.end()
  const projected = async (): Promise<number> => {
    const { rows } = await pool.query(
      `SELECT coalesce(sum(active), 0)::int AS links FROM ${schema}.libraries WHERE library_id = ANY($1)`,
      [libraries],
    )
    return rows[0].links
  }
  await until('The projection to begin', async () => (await projected()) > 0, 60_000)
  const [began, first] = [performance.now(), await projected()]
  const rateSoFar = () => (LINKS - first) / ((performance.now() - began) / 1_000)
  await until('The projection', async () => (await projected()) === LINKS, 120_000)
  await lanesPass(pool, end, lane => SHOWN_LANES.some(shown => shown === lane), 60_000)
  const inLists = rateSoFar()
  await lanesPass(pool, end, () => true, 120_000)
  return { inLists, inSearches: rateSoFar() }
}
