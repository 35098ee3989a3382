import {
  ARTICLES_LANE,
  LANES,
  type Lane,
  SEARCH_LANE,
  SHOWN_LANES,
  TABS_LANE,
} from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress } from '@lectern/contracts/read-model/progress.ts'
import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { projectionOf, searchLanesOf, shownLanesOf } from '../projections/lanes.ts'
import { sortIntoIndexes } from '../projections/search-index.ts'
import { createAnnouncer } from './announcer.ts'
import { createApplier } from './apply.ts'
import { type Checkpoints, isAtOrAfter, readCheckpoints } from './checkpoints.ts'
import { pause } from './failures.ts'
import { feed } from './feed.ts'
import { createLane, type LaneHooks, type LaneWorker } from './lane.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { remindOfParked } from './parked.ts'

export type EngineParts = {
  readonly store: EventStore
  readonly pool: Pool
  readonly schema: string
  readonly log: Log
  readonly metrics: ProjectionMetrics
  readonly signal: AbortSignal
  /** Tell readers and open tabs what was committed; not while a schema is being filled that nobody reads. */
  readonly announce: boolean
  /** Where each lane stops; undefined follows for ever. */
  readonly until?: Checkpoints
  /** Ends a run without `until` when this many ms passed without a new event. */
  readonly untilQuietMs?: number
}

const LOOK_MS = 50
/** So many events that wait for lists are a backlog: searches leave them the processors for so long, in ms, before a commit. */
const BACKLOG_EVENTS = 256
const STAND_BACK_MS = 200

/**
 * Projects `$all` into a schema: lanes commit each at its own pace. What lists show has one subscription, what searches
 * look in has another, so that the costly index holds back no list. Ends when the signal aborts or `until` is reached.
 * @throws ReadModelReplaced
 */
export const runEngine = async (parts: EngineParts): Promise<void> => {
  const { store, pool, schema, log, metrics, announce, until, untilQuietMs } = parts
  const stop = new AbortController()
  const signal = AbortSignal.any([parts.signal, stop.signal])
  const { positions } = await readCheckpoints(pool, schema)
  const rows = await parkedStreams(pool, schema)
  const parked = new Map(
    LANES.map(lane => [lane, new Set(rows.flatMap(row => (row.lane === lane ? [row.stream] : [])))]),
  )
  const lanes = new Map<Lane, LaneWorker>()

  const announced = () => {
    const reached: Partial<Record<Lane, string>> = {}
    for (const [lane, worker] of lanes) {
      const position = worker.reached()
      if (position) reached[lane] = encodePosition(position)
    }
    return reached
  }
  const announceNow = createAnnouncer(pool, log, () =>
    encodeProgress({ schema, lanes: announced(), changes: [] }),
  )
  const isShownAndFound = async (position: Position): Promise<void> => {
    const isPast = (lane: Lane) => isAtOrAfter(lanes.get(lane)?.reached(), position)
    while (!(isPast(ARTICLES_LANE) && isPast(SEARCH_LANE)) && !signal.aborted) await pause(LOOK_MS, signal)
  }
  const standBack = async (): Promise<void> => {
    const moving = SHOWN_LANES.flatMap(lane => lanes.get(lane) ?? []).filter(worker => !worker.isStuck())
    const backlog = moving.reduce((sum, worker) => sum + worker.queued().events, 0)
    if (backlog >= BACKLOG_EVENTS) await pause(STAND_BACK_MS, signal)
  }
  const hooksOf = (lane: Lane): LaneHooks => {
    if (lane === SEARCH_LANE) return { beforeCommit: standBack, afterCommit: sortIntoIndexes(parts) }
    return lane === TABS_LANE && announce ? { beforeCommit: isShownAndFound } : {}
  }
  for (const [lane, streams] of parked) {
    const laneParts = {
      lane,
      schema,
      project: projectionOf(lane),
      pool,
      log,
      metrics,
      signal,
      announced: announce ? announced : undefined,
    }
    metrics.parked.set({ lane }, streams.size)
    lanes.set(
      lane,
      createLane(laneParts, createApplier(laneParts, positions.get(lane), streams), hooksOf(lane)),
    )
  }

  const feedFor = (names: readonly Lane[], lanesOf: typeof shownLanesOf) =>
    feed({
      store,
      signal,
      lanes: new Map([...lanes].filter(([lane]) => names.includes(lane))),
      lanesOf,
      until,
      untilQuietMs,
      onIdle: announce ? announceNow : () => {},
    })
  const fed = Promise.all([
    feedFor([...SHOWN_LANES, TABS_LANE], shownLanesOf),
    feedFor([SEARCH_LANE], searchLanesOf),
  ]).then(() => Promise.all([...lanes.values()].map(worker => worker.settle())))
  const working = [...lanes.values()].map(worker => worker.run())
  const endReminders = remindOfParked(parked, log)
  try {
    await Promise.race([fed, Promise.all(working)])
  } finally {
    endReminders()
    stop.abort()
    await Promise.allSettled([...working, fed])
  }
}
