import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import { projections } from '../read-models/index.ts'
import { arrivals } from './arrivals.ts'
import { isAtOrAfter, readCheckpoints } from './checkpoints.ts'
import { createFollower, type EngineParts, type Follower } from './follower.ts'
import { remindOfParked } from './parked.ts'

/**
 * Projects `$all` into a schema. Each projection follows all events by itself, so that none waits for another one. Nobody reads a
 * schema that is being filled: there they share a subscription, whose events are costly to decode. Ends when the signal aborts or
 * `until` is reached.
 * @throws ReadModelReplaced
 */
export const runEngine = async (parts: EngineParts): Promise<void> => {
  const { pool, schema, log, store, metrics, announce } = parts
  const stop = new AbortController()
  const signal = AbortSignal.any([parts.signal, stop.signal])
  const { positions } = await readCheckpoints(pool, schema)
  const rows = await parkedStreams(pool, schema)
  const parked = new Map(
    projections.map(({ lane }) => [
      lane,
      new Set(rows.flatMap(row => (row.lane === lane ? [row.stream] : []))),
    ]),
  )
  for (const [lane, streams] of parked) metrics.parked.set({ lane }, streams.size)
  const endReminders = remindOfParked(parked, log)
  const followers = projections
    .filter(({ lane }) => !parts.until || !isAtOrAfter(positions.get(lane), parts.until.get(lane)))
    .map(projection =>
      createFollower(
        { ...parts, signal, projection },
        positions.get(projection.lane),
        parked.get(projection.lane) ?? new Set(),
      ),
    )
  const follow = async (group: readonly Follower[]): Promise<void> => {
    const after = group.map(({ start }) => start).reduce((a, b) => (isAtOrAfter(a, b) ? b : a))
    const waitMs = () => least(group.map(each => each.waitMs()))
    for await (const events of arrivals(store, { after, signal }, waitMs)) {
      const ends = await Promise.all(group.map(each => each.take(events)))
      if (ends.every(isEnd => isEnd)) return
    }
  }
  const groups = announce || followers.length === 0 ? followers.map(each => [each]) : [followers]
  const running = groups.map(follow)
  try {
    await Promise.all(running)
  } finally {
    endReminders()
    stop.abort()
    await Promise.allSettled(running)
  }
}

const least = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((a, b) => (a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)))
