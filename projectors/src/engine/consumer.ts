import { readEvent } from '@lectern/contracts/events/read.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import { spanIn, tracesOf } from '@lectern/platform/process/tracing.ts'
import { backoff } from '@lectern/platform/process/until-there.ts'
import { closedBy, isClosing, streamsOf } from '../read-models/closed.ts'
import { projectRecorded } from '../read-models/projection.ts'
import type { Tx } from '../read-models/transaction.ts'
import { isAtOrAfter, readCheckpoint } from './checkpoints.ts'
import { commitStep, type StepParts } from './commit.ts'
import { CheckpointMoved, isAlike, isPoison, isSuspect, pause, ReadModelReplaced } from './failures.ts'
import { secondsSince } from './metrics.ts'

/** A stream is parked after this many equal failures of one event that are not failures of the whole database. */
const PARK_AFTER = 5

/**
 * Commits the events of one projection with its checkpoint, and handles failures.
 * @param parked the streams that it passes over
 */
export const createConsumer = (parts: StepParts, start: Position | undefined, parked: Set<string>) => {
  const { projection, schema, pool, log, metrics, signal, announce } = parts
  const { lane } = projection
  let committed = start

  /** @throws CheckpointMoved */
  const commit = async (to: Position | undefined, write: (tx: Tx) => Promise<LibraryChange[]>) => {
    await commitStep(parts, { from: committed, to }, write)
    committed = to
  }

  /** A commit may have an unknown outcome, and another projector may have been first. @throws ReadModelReplaced */
  const lookAgain = async (): Promise<void> => {
    const there = await readCheckpoint(pool, schema, lane)
    if (!there.isServing || !isAtOrAfter(there.position, committed)) throw new ReadModelReplaced(schema)
    const rows = await parkedStreams(pool, schema)
    committed = there.position
    parked.clear()
    for (const row of rows) if (row.lane === lane) parked.add(row.stream)
    metrics.parked.set({ lane }, parked.size)
  }

  /** Commits these events, and the checkpoint at `to`, however long it takes. @throws ReadModelReplaced */
  const consume = async (events: readonly RecordedEvent[], to: Position): Promise<void> => {
    /** A failure halves the next try: a faulty event comes to stand alone, and a slow Postgres gets what it can do in time. */
    let size = events.length
    let [failures, alike] = [0, 0]
    let last: unknown
    let faulty: RecordedEvent | undefined
    while (!signal.aborted && !isAtOrAfter(committed, to)) {
      const rest = events.filter(event => !isAtOrAfter(committed, event.position) && isTaken(event))
      const some = rest.slice(0, size)
      const end = some.length < rest.length ? (some.at(-1)?.position ?? to) : to
      try {
        if (faulty && faulty === rest[0]) await park(faulty, last)
        else {
          await inTracesOf(some, () => commit(end, tx => projectRecorded(projection, tx, some)))
          unpark(some)
        }
        faulty = undefined
        ;[failures, alike, size] = [0, 0, size * 2]
      } catch (error) {
        if (signal.aborted) return
        const isOfEvents = isPoison(error) || isSuspect(error)
        const isOther = !isOfEvents && !(error instanceof CheckpointMoved)
        if (isOther) noteFailure(error, failures, rest[0])
        alike = some.length === 1 && isAlike(error, last) ? alike + 1 : 1
        last = error
        size = Math.max(1, some.length >> 1)
        if (some.length === 1 && (isPoison(error) || (isOfEvents && alike >= PARK_AFTER))) faulty = some[0]
        else if (isOther || (isOfEvents && some.length === 1)) await pause(backoff(failures++), signal)
        await lookAgain().catch(failure => {
          // The next try shows whether Postgres still fails.
          if (failure instanceof ReadModelReplaced) throw failure
        })
      }
    }
  }

  /** Events that fill a schema were traced when they happened. */
  const inTracesOf = <T>(some: readonly RecordedEvent[], work: () => T): T => {
    const attributes = { 'messaging.batch.message_count': some.length }
    return spanIn(
      announce ? tracesOf(some) : [],
      { name: `project lane ${lane}`, kind: 'consumer', attributes },
      work,
    )
  }

  const noteFailure = (error: unknown, failures: number, oldest: RecordedEvent | undefined): void => {
    metrics.retries.inc({ lane })
    if (oldest) metrics.lag.set({ lane }, secondsSince(oldest.created))
    log[failures === 0 ? 'warn' : 'debug']({ err: error, lane, failures }, 'a batch waits for Postgres')
  }

  /** A closed library goes, whatever could not be projected before. */
  const isTaken = (event: RecordedEvent) => !parked.has(event.stream) || isClosing(event)

  const unpark = (events: readonly RecordedEvent[]): void => {
    for (const event of events.filter(isClosing))
      for (const stream of streamsOf(closedBy(readEvent(event)) ?? ''))
        if (parked.delete(stream)) metrics.parked.dec({ lane })
  }

  const park = async ({ stream, id, type, position }: RecordedEvent, error: unknown): Promise<void> => {
    await commit(position, async tx => {
      await tx`
        INSERT INTO parked_streams (stream, lane, event_id, event_type, position, error)
        VALUES (${stream}, ${lane}, ${id}, ${type}, ${encodePosition(position)}, ${String(error)}) ON CONFLICT DO NOTHING`
      return []
    })
    parked.add(stream)
    metrics.parked.inc({ lane })
    log.error(
      { err: error, lane, stream, eventId: id, type },
      'an event could not be projected: its stream is parked until a rebuild',
    )
  }

  return {
    consume,
    /** Writes without a move of the checkpoint. @returns whether anything was written */
    commitLater: async (write: (tx: Tx) => Promise<LibraryChange[] | undefined>): Promise<boolean> => {
      let isAny = false
      await commit(committed, async tx => {
        const changes = await write(tx)
        isAny = changes !== undefined
        return changes ?? []
      })
      return isAny
    },
  }
}
