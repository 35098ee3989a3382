import { accountStream } from '@lectern/contracts/events/account.ts'
import { LibraryOpened, libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { type EventStore, type Position, type RecordedEvent, StreamEnded } from '../event-store/port.ts'
import { comparePositions, encodePosition } from '../event-store/position.ts'
import type { AuditedEvent } from './chain.ts'
import { AuditFault } from './fault.ts'

/** A store that is started anew goes on within this time, in ms. */
const SILENT_MAX_MS = 30_000

export type AuditScope = {
  /** null: every stream. Otherwise the streams of one library: its own, its notebook's and its owner's account's. */
  readonly libraryId: string | null
  /** The last position that is known. */
  readonly after: Position | undefined
}

/**
 * The events of the live store after a position, in the order of `$all`, up to the end that it has now.
 * @throws AuditFault, also where the store falls silent before that
 */
export const liveEvents = (
  store: EventStore,
  { libraryId, after }: AuditScope,
): AsyncIterable<AuditedEvent> =>
  libraryId === null ? eventsOfAll(store, after) : eventsOfLibrary(store, libraryId, after)

async function* eventsOfAll(store: EventStore, after: Position | undefined): AsyncGenerator<AuditedEvent> {
  const end = await store.end()
  if (end === undefined || (after && comparePositions(after, end) >= 0)) return
  const silent = new AbortController()
  const wait = () => setTimeout(() => silent.abort(), SILENT_MAX_MS)
  let timer = wait()
  try {
    for await (const batch of store.follow({ after, signal: silent.signal })) {
      clearTimeout(timer)
      for (const event of batch) {
        if (comparePositions(event.position, end) > 0) return
        yield audited(event)
      }
      if (comparePositions(batch.at(-1)?.position ?? end, end) >= 0) return
      timer = wait()
    }
    throw new AuditFault('The event store fell silent before the end of its log.')
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

async function* eventsOfLibrary(
  store: EventStore,
  libraryId: string,
  after: Position | undefined,
): AsyncGenerator<AuditedEvent> {
  // Nothing of a closed library can be read.
  if (await hasEnded(store, libraryStream(libraryId))) return
  const streams = await streamsOf(store, libraryId)
  // The streams are read one after the other while people go on, and their events must be those of one moment.
  const end = await store.end()
  if (end === undefined) return
  const heads = streams.map(stream => ({ events: until(end, store.readStream(stream)), next: NOTHING }))
  try {
    for (const head of heads) head.next = await head.events.next()
    for (;;) {
      const [first] = heads
        .flatMap(head => (head.next.done ? [] : [{ head, event: head.next.value }]))
        .toSorted((a, b) => comparePositions(a.event.position, b.event.position))
      if (first === undefined) return
      if (!after || comparePositions(first.event.position, after) > 0) yield audited(first.event)
      first.head.next = await first.head.events.next()
    }
  } finally {
    for (const { events } of heads) await events.return(undefined)
  }
}
const NOTHING: IteratorResult<RecordedEvent, undefined> = { done: true, value: undefined }

async function* until(
  end: Position,
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<RecordedEvent, undefined> {
  for await (const event of events) {
    if (comparePositions(event.position, end) > 0) return
    yield event
  }
}

/** How many events a library has now. @throws AuditFault */
export const countOfLibrary = async (store: EventStore, libraryId: string): Promise<number> => {
  const lengthOf = async (stream: string): Promise<number> => {
    for await (const { revision } of store.readStream(stream, { direction: 'backwards', maxCount: 1 }))
      return Number(revision) + 1
    return 0
  }
  const lengths = await Promise.all((await streamsOf(store, libraryId)).map(lengthOf))
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** @throws AuditFault */
const streamsOf = async (store: EventStore, libraryId: string): Promise<string[]> => [
  libraryStream(libraryId),
  notebookStream(libraryId),
  await accountOf(store, libraryId),
]

const accountOf = async (store: EventStore, libraryId: string): Promise<string> => {
  for await (const { type, data } of store.readStream(libraryStream(libraryId), { maxCount: 1 })) {
    const opened = LibraryOpened.safeParse({ type, data })
    if (opened.success) return accountStream(opened.data.data.ownerId)
  }
  throw new AuditFault(`The store has no library ${libraryId}.`)
}

/** Whether the stream was tombstoned. */
export const hasEnded = async (store: EventStore, stream: string): Promise<boolean> => {
  try {
    for await (const _ of store.readStream(stream, { maxCount: 1, refuseEnded: true })) return false
    return false
  } catch (error) {
    if (error instanceof StreamEnded) return true
    throw error
  }
}

const TOMBSTONE = '$streamDeleted'

const audited = ({
  position,
  stream,
  revision,
  id,
  type,
  created,
  data,
  metadata,
}: RecordedEvent): AuditedEvent => ({
  position: encodePosition(position),
  stream,
  id,
  type,
  created: created.toISOString(),
  // The greatest int64, which JSON cannot hold, and no data.
  ...(type === TOMBSTONE
    ? { revision: null, data: null, metadata: null }
    : { revision: Number(revision), data, metadata }),
})
