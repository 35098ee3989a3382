import type { EventStore, Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/log.ts'
import { encodePosition } from '@lectern/platform/position.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { type Lane, SEARCH_LANE, SHOWN_LANES } from '@lectern/platform/read-model/lanes.ts'
import { encodeProgress } from '@lectern/platform/read-model/progress.ts'
import { createTabsTeller } from '../projections/affected.ts'
import { projectionOf, searchLaneOf, shownLaneOf } from '../projections/lanes.ts'
import { sortIntoIndexes } from '../projections/search-index.ts'
import { createAnnouncer } from './announcer.ts'
import { createApplier } from './apply.ts'
import { type Backlog, createBacklog } from './backlog.ts'
import { type Checkpoints, earliest, isAtOrAfter, latest, readCheckpoints } from './checkpoints.ts'
import { createLane, type LaneWorker } from './lane.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { createRoom } from './room.ts'

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
  /** Where others wait for it too. */
  readonly backlog?: Backlog
  /** Ends a run without `until` when this many ms passed without a new event. */
  readonly untilQuietMs?: number
}

/**
 * Projects `$all` into a schema. What lists show has one subscription, handed out to lanes that commit each at its own
 * pace; what searches look in has another, so that the costly index holds back no list. Of a backlog the lists come first.
 * Ends when the signal aborts or `until` is reached. @throws ReadModelReplaced
 */
export const runEngine = async (parts: EngineParts): Promise<void> => {
  const stop = new AbortController()
  const signal = AbortSignal.any([parts.signal, stop.signal])
  const { backlog = createBacklog() } = parts
  const shown = runLanes({ ...parts, signal }, SHOWN_LANES, {
    laneOf: shownLaneOf,
    onLanes: backlog.watch,
  }).finally(() => backlog.watch([]))
  const isShown = (position: Position) => backlog.isShown(position, signal)
  const tabs = createTabsTeller({ ...parts, isShown })
  const search = runLanes({ ...parts, signal }, [SEARCH_LANE], {
    laneOf: searchLaneOf,
    turn: async (event, signal) => {
      await backlog.isOver(event.position, signal)
      // An act on many links keeps Postgres busy, and lists are waited for.
      if (projectionOf(SEARCH_LANE).isAlone(event)) await backlog.isShown(event.position, signal)
    },
    afterCommit: [...(parts.announce ? [tabs.hear] : []), sortIntoIndexes(parts)],
  })
  try {
    await Promise.all([shown, search])
  } finally {
    stop.abort()
    await Promise.allSettled([shown, search])
    await tabs.isDone()
  }
}

type LaneOptions = {
  readonly laneOf: (event: RecordedEvent) => Lane | undefined
  readonly onLanes?: (lanes: readonly LaneWorker[]) => void
  /** Awaited by each lane before it takes up what waits, with the first of it. */
  readonly turn?: (event: RecordedEvent, signal: AbortSignal) => Promise<void>
  /** Begun with the events of each commit; the next one does not wait for it. */
  readonly afterCommit?: readonly ((events: readonly RecordedEvent[]) => void)[]
}

/** Lanes that share a subscription. */
const runLanes = async (
  parts: EngineParts,
  names: readonly Lane[],
  { laneOf, onLanes, turn, afterCommit = [] }: LaneOptions,
): Promise<void> => {
  const { store, pool, schema, log, metrics, announce, until, untilQuietMs } = parts
  const stop = new AbortController()
  const signal = AbortSignal.any([parts.signal, stop.signal])
  const checkpoints = await readCheckpoints(pool, schema)
  const positions: Checkpoints = new Map(names.map(lane => [lane, checkpoints.positions.get(lane)]))
  const parked = await readParked(pool, schema)

  const room = createRoom(names.length, signal)
  const lanes = new Map<Lane, LaneWorker>()
  const announced = () => {
    const reached: Partial<Record<Lane, string>> = {}
    for (const [lane, worker] of lanes) {
      const position = worker.reached()
      if (position) reached[lane] = encodePosition(position)
    }
    return reached
  }
  for (const lane of names) {
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
    const streams = new Set(parked.filter(row => row.lane === lane).map(row => row.stream))
    metrics.parked.set({ lane }, streams.size)
    const applier = createApplier(laneParts, positions.get(lane), streams)
    lanes.set(lane, createLane(laneParts, applier, room, turn, afterCommit))
  }
  onLanes?.([...lanes.values()])

  const announceNow = createAnnouncer(pool, log, () =>
    encodeProgress({ schema, lanes: announced(), changes: [] }),
  )
  const target = until && latest(new Map(names.map(lane => [lane, until.get(lane)])))
  const isDone = () =>
    until !== undefined &&
    [...lanes].every(([lane, worker]) => isAtOrAfter(worker.reached(), until.get(lane)))

  const feed = async () => {
    let quiet: NodeJS.Timeout | undefined
    const endWhenQuiet = () => {
      clearTimeout(quiet)
      if (untilQuietMs !== undefined) quiet = setTimeout(() => fed.abort(), untilQuietMs)
    }
    const fed = new AbortController()
    endWhenQuiet()
    const followed = AbortSignal.any([signal, fed.signal])
    for await (const events of store.follow({ after: earliest(positions), signal: followed })) {
      clearTimeout(quiet)
      const end = events.at(-1)?.position
      let given = 0
      for (const event of events) given += hand(event) ? 1 : 0
      if (end) for (const [lane, worker] of lanes) worker.feedIsAt(stopAt(lane, end))
      if (announce && given === 0) announceNow()
      if (target && end && isAtOrAfter(end, target)) break
      await room.isFree()
      endWhenQuiet()
    }
    clearTimeout(quiet)
  }
  const stopAt = (lane: Lane, end: Position): Position => {
    const last = until?.get(lane)
    return last && isAtOrAfter(end, last) ? last : end
  }
  const hand = (event: RecordedEvent): boolean => {
    const lane = laneOf(event)
    if (lane === undefined || (until && !isAtOrAfter(until.get(lane), event.position))) return false
    return lanes.get(lane)?.push(event) ?? false
  }

  const working = [...lanes.values()].map(worker => worker.run())
  const fed = (isDone() ? Promise.resolve() : feed()).then(() =>
    Promise.all([...lanes.values()].map(worker => worker.settle())),
  )
  try {
    await Promise.race([fed, Promise.all(working)])
  } finally {
    stop.abort()
    await Promise.allSettled([...working, fed])
  }
}

const readParked = async (pool: Pool, schema: string) => {
  const { rows } = await pool.query<{ stream: string; lane: Lane }>(
    `SELECT stream, lane FROM ${schema}.parked_streams`,
  )
  return rows
}
