import { randomUUID } from 'node:crypto'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { SHOWN_LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import type { BenchParts } from '../bench-parts.ts'
import type { Line } from '../measure/report.ts'
import { lanesPass } from '../world/caught-up.ts'
import { metadata } from '../world/events.ts'
import { holding } from '../world/holding.ts'
import { seededLinks } from '../world/seed.ts'

const LIBRARIES = 100
const LINKS_EACH = 5_000
const ACTS_EACH = 5_000
export const EVENTS = LIBRARIES * (LINKS_EACH + ACTS_EACH)
const APPEND = 1_000
const PATIENCE_MS = 600_000

/** Measures how long the read models take for a million events that arrived while projectors were stopped. */
export const millionLines = async (parts: BenchParts, articles: number): Promise<Line[]> => {
  const { stack, pool, store } = parts
  await holding(stack, 'projectors', () => appendLibraries(parts, articles))
  const end = await store.end()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  await lanesPass(pool, end, lane => SHOWN_LANES.some(shown => shown === lane), PATIENCE_MS)
  const lists = seconds()
  await lanesPass(pool, end, () => true, PATIENCE_MS)
  const all = seconds()
  const line = (measure: string, value: number, most: number): Line => ({
    ...{ measure, ours: `${value} s` },
    ...{ required: `at most ${most} s`, ok: value <= most },
  })
  return [
    line(`(t) ${EVENTS.toLocaleString('en')} events projected: lists`, lists, 60),
    line('    all read models', all, 240),
  ]
}

/** Appends events of libraries that nobody owns. */
export const appendLibraries = async ({ store, site }: BenchParts, articles: number): Promise<void> => {
  let left = LIBRARIES
  const work = async () => {
    while (left > 0) {
      left -= 1
      await appendLibrary(store, [...seededLinks(site, articles, 1, LINKS_EACH), ...acts()])
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

const appendLibrary = async (store: EventStore, events: readonly NewEvent[]): Promise<void> => {
  const libraryId = randomUUID()
  const opened = act({ type: 'LibraryOpened', data: { libraryId, ownerId: randomUUID(), at: now() } })
  const stream = libraryStream(libraryId)
  let { revision } = await store.append(stream, 'no_stream', [opened])
  for (let from = 0; from < events.length; from += APPEND)
    revision = (await store.append(stream, revision, events.slice(from, from + APPEND))).revision
}

const now = () => new Date().toISOString()

const act = (event: LibraryEvent): NewEvent => ({ ...event, id: randomUUID(), metadata: metadata() })

/** Archives, favourites and moves each link in turn, as a person does over years. */
const acts = (): NewEvent[] => {
  const [at, collectionId] = [now(), 1]
  const created = { collectionId, name: 'Bench', description: null, color: '#3B82F6', at }
  const done = (n: number): LibraryEvent => {
    const linkId = n + 1
    if (n % 3 === 0) return { type: 'LinkArchived', data: { linkId, at } }
    if (n % 3 === 1) return { type: 'LinkFavorited', data: { linkId, at } }
    return { type: 'LinkCollected', data: { linkId, collectionId, before: { collectionId: null }, at } }
  }
  const rest = Array.from({ length: ACTS_EACH - 1 }, (_, n) => act(done(n)))
  return [act({ type: 'CollectionCreated', data: created }), ...rest]
}
