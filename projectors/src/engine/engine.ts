import { HISTORY_LANE, LANES, type Lane, SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress } from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import type { ProjectorParts } from '../connect.ts'
import { readModelOf } from '../read-models/index.ts'
import { createAnnouncer } from './announcer.ts'
import { createApplier } from './apply.ts'
import { type Checkpoints, isAtOrAfter, readCheckpoints } from './checkpoints.ts'
import { pause } from './failures.ts'
import { feed } from './feed.ts'
import { createLane, type LaneWorker } from './lane.ts'
import { remindOfParked } from './parked.ts'

export type EngineParts = Omit<ProjectorParts, 'storeId'> & {
  readonly schema: string
  /** Tell readers and open tabs of each commit; false while a schema is being filled that nobody reads. */
  readonly announce: boolean
  /** Where each lane stops; without it the engine follows for ever. */
  readonly until?: Checkpoints
  /** Ends a run without `until` when no event came for this long, in ms. */
  readonly untilQuietMs?: number
}

const LOOK_MS = 50

const isApart = (lane: Lane) => lane === SEARCH_LANE || lane === HISTORY_LANE

/**
 * Projects `$all` into a schema. Each lane commits at its own pace. Searches and the history have a subscription apart from the
 * other lanes, so that they hold back no list. Ends when the signal aborts or `until` is reached.
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

  const reachedByAll = () => {
    const reached: Partial<Record<Lane, string>> = {}
    for (const [lane, worker] of lanes) {
      const position = worker.reached()
      if (position) reached[lane] = encodePosition(position)
    }
    return reached
  }
  const announceNow = createAnnouncer(pool, log, () =>
    encodeProgress({ schema, lanes: reachedByAll(), changes: [] }),
  )
  const waitForLanes = async (others: readonly Lane[], position: Position): Promise<void> => {
    const isPast = (lane: Lane) => isAtOrAfter(lanes.get(lane)?.reached(), position)
    while (!others.every(isPast) && !signal.aborted) await pause(LOOK_MS, signal)
  }
  for (const [lane, streams] of parked) {
    const readModel = readModelOf(lane)
    const laneParts = {
      lane,
      schema,
      readModel,
      pool,
      log,
      metrics,
      signal,
      reachedByAll: announce ? reachedByAll : undefined,
    }
    const toWaitFor = (announce && readModel.tellsAfter) || []
    metrics.parked.set({ lane }, streams.size)
    lanes.set(
      lane,
      createLane(laneParts, createApplier(laneParts, positions.get(lane), streams), position =>
        waitForLanes(toWaitFor, position),
      ),
    )
  }

  const feedThose = (isMeant: (lane: Lane) => boolean) =>
    feed({
      store,
      signal,
      lanes: new Map([...lanes].filter(([lane]) => isMeant(lane))),
      until,
      untilQuietMs,
      onIdle: announce ? announceNow : () => {},
    })
  const fed = Promise.all([feedThose(lane => !isApart(lane)), feedThose(isApart)]).then(() =>
    Promise.all([...lanes.values()].map(worker => worker.settle())),
  )
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
