import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress } from '@lectern/contracts/read-model/progress.ts'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { NOTHING, type Projection, type Step, stepStatement, type Writes } from '../projections/projection.ts'
import { backoff, isAlike, isPoison, isSuspect, pause, ReadModelReplaced, Unreadable } from './failures.ts'
import type { ProjectionMetrics } from './metrics.ts'

export type LaneParts = {
  readonly lane: Lane
  readonly schema: string
  readonly project: Projection
  readonly pool: Pool
  readonly log: Log
  readonly metrics: ProjectionMetrics
  readonly signal: AbortSignal
  /** Positions that all lanes have passed, told along with a commit; undefined while nobody should hear (a rebuild). */
  readonly announced: (() => Partial<Record<Lane, string>>) | undefined
}

export type Applier = {
  readonly committed: Position | undefined
  /** Commits the rows of these events with the checkpoint at `to`, however long it takes. @throws ReadModelReplaced */
  apply(events: readonly RecordedEvent[], to: Position): Promise<void>
}

/** Failures of one event, all alike and none of the whole database, after which its stream is parked. */
const PARK_AFTER = 5

/** What one lane commits, and what it does when that fails. */
export const createApplier = (
  parts: LaneParts,
  start: Position | undefined,
  parked: Set<string>,
): Applier => {
  const { lane, schema, project, pool, log, metrics, signal, announced } = parts
  let committed = start

  const read = (events: readonly RecordedEvent[]): Writes => {
    try {
      return project.write(schema, events)
    } catch (error) {
      throw new Unreadable(String(error), { cause: error })
    }
  }

  const changesOf = async (events: readonly RecordedEvent[], { changes }: Writes) =>
    project.lookUp && events.length > 0 ? project.lookUp(pool, schema, events) : changes

  /** @returns whether the checkpoint moved */
  const commit = async (events: readonly RecordedEvent[], to: Position): Promise<boolean> => {
    const step: Step = { lane, from: committed ? encodePosition(committed) : '', to: encodePosition(to) }
    const writes = events.length > 0 ? read(events) : NOTHING
    const told = announced
      ? encodeProgress({
          schema,
          lanes: { ...announced(), [lane]: step.to },
          changes: await changesOf(events, writes),
        })
      : []
    const { rows } = await pool.query<{ moved: number }>(stepStatement(schema, step, writes, told))
    return rows[0]?.moved === 1
  }

  /** Where the checkpoint is, after a commit whose outcome is unknown or that another projector got ahead of. */
  const resync = async (): Promise<void> => {
    const { rows: serving } = await pool.query(
      `SELECT FROM projections.read_schemas WHERE schema = $1 AND state <> 'previous'`,
      [schema],
    )
    if (serving.length === 0) throw new ReadModelReplaced(schema)
    const { rows } = await pool.query<{ position: string }>(
      `SELECT position FROM ${schema}.checkpoints WHERE lane = $1`,
      [lane],
    )
    const position = parsePosition(rows[0]?.position)
    if (committed && (!position || comparePositions(position, committed) < 0))
      throw new ReadModelReplaced(schema)
    committed = position
  }

  const isAhead = (position: Position) => !committed || comparePositions(position, committed) > 0

  /**
   * Each failure halves what the next try commits, so that a slow Postgres gets what it can do within the query timeout.
   * Throws what only fewer events can mend, or none.
   */
  const applyOrThrow = async (events: readonly RecordedEvent[], to: Position): Promise<void> => {
    let failures = 0
    let alike = 0
    let last: unknown
    while (!signal.aborted && isAhead(to)) {
      const rest = events.filter(event => isAhead(event.position) && !parked.has(event.stream))
      const some = rest.slice(0, Math.max(1, rest.length >> failures))
      const end = some.length < rest.length ? (some.at(-1)?.position ?? to) : to
      try {
        if (await commit(some, end)) committed = end
        else await resync()
      } catch (error) {
        if (error instanceof ReadModelReplaced) throw error
        if (signal.aborted) return
        alike = isAlike(error, last) ? alike + 1 : 1
        last = error
        if (some.length > 0 && isOfEvents(error, some, alike)) throw error
        metrics.retries.inc({ lane })
        if (rest[0]) metrics.lagMs.set({ lane }, Date.now() - rest[0].created.getTime())
        log[failures === 0 ? 'warn' : 'debug']({ err: error, lane, failures }, 'a batch waits for Postgres')
        failures += 1
        await pause(backoff(failures), signal)
        await resyncOrWait()
      }
    }
  }

  const isOfEvents = (error: unknown, events: readonly RecordedEvent[], alike: number): boolean =>
    isPoison(error) || (isSuspect(error) && (events.length > 1 || alike >= PARK_AFTER))

  /** A resync that fails says nothing new: the next try will tell. */
  const resyncOrWait = () =>
    resync().catch(error => {
      if (error instanceof ReadModelReplaced) throw error
    })

  /** Halves a batch until the event that cannot be projected stands alone; each half commits by itself. */
  const apply = async (events: readonly RecordedEvent[], to: Position): Promise<void> => {
    try {
      await applyOrThrow(events, to)
    } catch (error) {
      if (error instanceof ReadModelReplaced) throw error
      const [first] = events
      if (events.length === 1 && first) {
        await park(first, error)
        return apply([], to)
      }
      const middle = Math.ceil(events.length / 2)
      const left = events.slice(0, middle)
      await apply(left, left.at(-1)?.position ?? to)
      await apply(events.slice(middle), to)
    }
  }

  const park = async (event: RecordedEvent, error: unknown): Promise<void> => {
    log.error(
      { err: error, lane, stream: event.stream, eventId: event.id, type: event.type },
      'an event could not be projected: its stream is parked until a rebuild',
    )
    const values = [event.stream, lane, event.id, event.type, encodePosition(event.position), String(error)]
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await pool.query(
          `INSERT INTO ${schema}.parked_streams (stream, lane, event_id, event_type, position, error)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
          values,
        )
        parked.add(event.stream)
        metrics.parked.inc({ lane })
        return
      } catch (failure) {
        log.warn({ err: failure, lane }, 'a parked stream waits for Postgres')
        await pause(backoff(attempt), signal)
      }
    }
  }

  return {
    get committed() {
      return committed
    },
    apply,
  }
}
