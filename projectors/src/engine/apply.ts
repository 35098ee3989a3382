import { readEvent, UnreadableEvent } from '@lectern/contracts/events/read.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress } from '@lectern/contracts/read-model/progress.ts'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { ProjectorParts } from '../connect.ts'
import { closedBy, isClosing, streamsOf } from '../read-models/closed.ts'
import {
  NOTHING,
  type ProjectedEvent,
  projectedEvent,
  type ReadModel,
  type Writes,
} from '../read-models/read-model.ts'
import { backoff, isAlike, isPoison, isSuspect, pause, ReadModelReplaced } from './failures.ts'
import { type Step, stepStatement } from './statement.ts'

export type LaneParts = Omit<ProjectorParts, 'store' | 'storeId'> & {
  readonly lane: Lane
  readonly schema: string
  readonly readModel: ReadModel
  /** Positions that all lanes have reached, told with each commit; undefined while nobody should hear (a rebuild). */
  readonly reachedByAll: (() => Partial<Record<Lane, string>>) | undefined
}

export type Applier = {
  readonly committed: Position | undefined
  /** Commits the rows of these events with the checkpoint at `to`, however long it takes. @throws ReadModelReplaced */
  apply(events: readonly RecordedEvent[], to: Position): Promise<void>
}

/** A stream is parked after this many equal failures of one event that are not failures of the whole database. */
const PARK_AFTER = 5

/** Commits the batches of one lane, and handles failures. */
export const createApplier = (
  parts: LaneParts,
  start: Position | undefined,
  parked: Set<string>,
): Applier => {
  const { lane, schema, readModel, pool, log, metrics, signal, reachedByAll } = parts
  let committed = start

  const write = (events: readonly ProjectedEvent[]): Writes => {
    if (events.length === 0) return NOTHING
    try {
      return readModel.write(schema, events)
    } catch (error) {
      throw new UnreadableEvent(String(error), { cause: error })
    }
  }

  const changesOf = async (events: readonly ProjectedEvent[], { changes }: Writes) =>
    readModel.lookUpChanges && events.length > 0 ? readModel.lookUpChanges(pool, schema, events) : changes

  /** @returns whether the checkpoint moved */
  const commit = async (recorded: readonly RecordedEvent[], to: Position): Promise<boolean> => {
    const events = recorded.map(projectedEvent)
    const writes = write(events)
    const step: Step = { lane, from: committed ? encodePosition(committed) : '', to: encodePosition(to) }
    const notifications = reachedByAll
      ? encodeProgress({
          schema,
          lanes: { ...reachedByAll(), [lane]: step.to },
          changes: await changesOf(events, writes),
        })
      : []
    const { rows } = await pool.query<{ moved: number }>(stepStatement(schema, step, writes, notifications))
    return rows[0]?.moved === 1
  }

  /** Reads the checkpoint after a commit with an unknown outcome, or when another projector was first. */
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

  /** A closed library goes, whatever could not be projected before. */
  const isTaken = (event: RecordedEvent) => !parked.has(event.stream) || isClosing(event)

  const unpark = (events: readonly RecordedEvent[]): void => {
    if (parked.size === 0) return
    for (const event of events.filter(isClosing))
      for (const stream of streamsOf(closedBy(readEvent(event)) ?? ''))
        if (parked.delete(stream)) metrics.parked.dec({ lane })
  }

  const isAhead = (position: Position) => !committed || comparePositions(position, committed) > 0

  /**
   * Each failure halves the next try, so that a slow Postgres gets what it can do within the query timeout.
   * @throws an error that only a smaller batch can mend, or that is the fault of the one event
   */
  const applyOrThrow = async (events: readonly RecordedEvent[], to: Position): Promise<void> => {
    let failures = 0
    let alike = 0
    let last: unknown
    while (!signal.aborted && isAhead(to)) {
      const rest = events.filter(event => isAhead(event.position) && isTaken(event))
      const some = rest.slice(0, Math.max(1, rest.length >> failures))
      const end = some.length < rest.length ? (some.at(-1)?.position ?? to) : to
      try {
        if (await commit(some, end)) {
          committed = end
          unpark(some)
        } else await resync()
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

  /** The next try shows whether Postgres still fails, so other errors are dropped here. */
  const resyncOrWait = () =>
    resync().catch(error => {
      if (error instanceof ReadModelReplaced) throw error
    })

  /** Halves a failing batch until the faulty event is alone and its stream is parked. Each half commits by itself. */
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
        log.warn({ err: failure, lane }, 'parking a stream waits for Postgres')
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
