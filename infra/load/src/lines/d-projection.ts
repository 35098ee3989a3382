import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { currentReadSchema } from '@lectern/platform/read-model/current-schema.ts'
import { until } from '@lectern/stack/probes.ts'
import { sendSignal } from '@lectern/stack/process-id.ts'
import type { BenchParts } from '../bench-parts.ts'
import { catchUp } from '../limits/bare-catch-up.ts'
import { type Line, percent, rate } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { metadata } from '../world/events.ts'
import { seededLinks } from '../world/seed.ts'

const ROUNDS = 2
const LIBRARIES = 200
const LINKS_EACH = 500
const LINKS = LIBRARIES * LINKS_EACH

/** How fast projectors that were held still work off what came meanwhile, against a subscription that does nothing. */
export const projectionLines = async (parts: BenchParts, articles: number): Promise<Line[]> => {
  const { stack, client, store } = parts
  const limits: number[] = []
  const { ours } = await inTurn(ROUNDS, {
    ours: async () => {
      const before = await store.end()
      const projectors = stack.processes().projectors?.pid ?? 0
      sendSignal(projectors, 'SIGSTOP')
      let libraries: string[]
      try {
        libraries = await appendLibraries(parts, articles)
        limits.push(await catchUp(client, LINKS, before))
      } finally {
        sendSignal(projectors, 'SIGCONT')
      }
      return projectionRate(parts, libraries)
    },
  })
  const mine = medianOf(ours, value => value)
  const limit = medianOf(limits, value => value)
  return [
    {
      measure: `(d) projection of ${LINKS.toLocaleString('en')} links; limit: the bare catch-up`,
      ours: rate(mine),
      limit: rate(limit),
      ratio: percent(mine / limit),
      required: 'at least 60 %',
      ok: mine / limit >= 0.6,
    },
  ]
}

/** New libraries whose links share the articles that are known. @returns their ids */
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

/** Events a second from the first that is seen projected: held processes take a moment to connect anew. */
const projectionRate = async ({ pool }: BenchParts, libraries: readonly string[]): Promise<number> => {
  const schema = await currentReadSchema(pool)
  const projected = async (): Promise<number> => {
    const { rows } = await pool.query(
      `SELECT coalesce(sum(active), 0)::int AS links FROM ${schema}.libraries WHERE library_id = ANY($1)`,
      [libraries],
    )
    return rows[0].links
  }
  await until('The projection to begin', async () => (await projected()) > 0, 60_000)
  const [began, first] = [performance.now(), await projected()]
  await until('The projection', async () => (await projected()) === LINKS, 120_000)
  return (LINKS - first) / ((performance.now() - began) / 1_000)
}
