import { createHash } from 'node:crypto'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { STORE_STREAM, StoreEvent, type StoreFilled } from '@lectern/contracts/events/store.ts'
import type { AuditedEvent } from '@lectern/platform/audit/chain.ts'
import { liveEvents } from '@lectern/platform/audit/live-events.ts'
import {
  type EventStore,
  type NewEvent,
  type Position,
  WrongExpectedRevision,
} from '@lectern/platform/event-store/port.ts'
import { parsePosition } from '@lectern/platform/event-store/position.ts'
import { v5 as uuidv5 } from 'uuid'
import { BackupFault } from './fault.ts'

/** Gives the events of a log in their order, each time from the start. */
export type Log = () => AsyncIterable<AuditedEvent>

export const logOf =
  (store: EventStore): Log =>
  () =>
    liveEvents(store, { libraryId: null, after: undefined })

/**
 * Appends under way at once, and their bytes. They go over one connection, which keeps their order. One that the store does not
 * answer in time is repeated after the others, so they are few enough for a slow disk.
 */
const IN_FLIGHT_MAX = 64
const IN_FLIGHT_BYTES = 4_000_000
/** Names the ids of events that the log does not have. */
const FILLERS = '3f0d6a1e-4f3c-4f51-9a52-6c8f7a1f7f10'
const GROUP_MAX = 200
/** Of JSON; the store takes 1 MiB at once. */
const GROUP_BYTES = 400_000

/** What a copy lacks, besides the stream that names the store. */
export type Missing = {
  /** Streams that were ended. */
  readonly ended: ReadonlySet<string>
  /** Streams of articles that were forgotten, each with the revision where it begins. */
  readonly forgotten: ReadonlyMap<string, number>
}

/** Which streams were ended, in the whole log. Stores that were not scavenged yet still give their events. */
const findEnded = async (log: Log): Promise<Set<string>> => {
  const ended = new Set<string>()
  for await (const { stream, revision } of log()) if (revision === null) ended.add(stream)
  return ended
}

const copied = ({ id, type, data, metadata, created }: AuditedEvent): NewEvent => ({
  ...{ id, type, data },
  metadata: { ...(metadata as object), recordedAt: created },
})

/** What both logs must agree in. */
const textOf = (event: AuditedEvent): string => {
  const { id, type, data, metadata } = copied(event)
  return JSON.stringify([event.stream, event.revision, id, type, data, metadata])
}

type Group = { readonly stream: string; readonly first: number; readonly events: NewEvent[]; bytes: number }

/**
 * Copies a log into an empty store, or goes on where an earlier run broke off: streams, revisions, ids, types, data and the
 * original times stay, positions do not. What was deleted is not copied. @throws BackupFault
 */
export const copyLog = async (log: Log, target: EventStore): Promise<Missing> => {
  const ended = await findEnded(log)
  const appends = appendsTo(target)
  const revisions = new Map<string, number>()
  const forgotten = new Map<string, number>()
  const stores: string[] = []
  let group: Group | undefined
  const push = async (stream: string, revision: number, event: NewEvent): Promise<void> => {
    const bytes = Buffer.byteLength(JSON.stringify(event))
    if (
      group &&
      (group.stream !== stream || group.events.length >= GROUP_MAX || group.bytes + bytes > GROUP_BYTES)
    ) {
      await appends.add(group)
      group = undefined
    }
    group ??= { stream, first: revision, events: [], bytes: 0 }
    group.events.push(event)
    group.bytes += bytes
  }
  for await (const event of log()) {
    if (appends.hasFailed()) break
    if (event.stream === STORE_STREAM) stores.push(...namedBy(event))
    if (event.revision === null || event.stream === STORE_STREAM || ended.has(event.stream)) continue
    const { stream, type, revision } = event
    if (type === 'ArticleForgotten') forgotten.set(stream, revision)
    for (let lost = (revisions.get(stream) ?? -1) + 1; lost < revision; lost += 1)
      await push(stream, lost, fillerFor(event, lost))
    revisions.set(stream, revision)
    await push(stream, revision, copied(event))
  }
  if (group) await appends.add(group)
  await appends.end()
  for (const [stream, revision] of forgotten)
    if (revision > 0) await target.truncate(stream, BigInt(revision))
  for (const stream of ended) await target.tombstone(stream)
  await noteStores(target, stores)
  return { ended, forgotten }
}

const namedBy = ({ type, data }: AuditedEvent): readonly string[] => {
  const { data: event } = StoreEvent.safeParse({ type, data })
  if (event === undefined) return []
  return event.type === 'StoreCreated' ? [event.data.storeId] : event.data.from
}

/** A repetition has the same id and changes nothing. */
const noteStores = async (target: EventStore, from: readonly string[]): Promise<void> => {
  const event: StoreFilled = { type: 'StoreFilled', data: { from: [...from] } }
  await target.append(STORE_STREAM, 0n, [{ id: uuidv5(from.join(), FILLERS), ...event, metadata: {} }])
}

/** Appends under way, one at a time of a stream. After a failure none begins. */
const appendsTo = (target: EventStore) => {
  const inFlight = new Map<string, Promise<void>>()
  let bytesInFlight = 0
  let failure: { readonly error: unknown } | undefined
  return {
    hasFailed: () => failure !== undefined,
    add: async (group: Group): Promise<void> => {
      await inFlight.get(group.stream)
      while (inFlight.size >= IN_FLIGHT_MAX || bytesInFlight >= IN_FLIGHT_BYTES)
        await Promise.race(inFlight.values())
      if (failure) return
      bytesInFlight += group.bytes
      const sent = appendGroup(target, group)
        .catch(error => {
          failure ??= { error }
        })
        .finally(() => {
          bytesInFlight -= group.bytes
          inFlight.delete(group.stream)
        })
      inFlight.set(group.stream, sent)
    },
    /** Waits for the last ones. Throws what the first failure was. */
    end: async (): Promise<void> => {
      await Promise.all(inFlight.values())
      if (failure) throw failure.error
    },
  }
}

/** An event in place of one that was taken out of the stream, so that the others keep their revisions. It goes, too. */
const fillerFor = ({ stream, type, id, data, metadata }: AuditedEvent, lost: number): NewEvent => {
  if (type !== 'ArticleForgotten' || !stream.startsWith(articleStream('')))
    throw new BackupFault(`The event ${lost} of ${stream} is missing.`)
  return { id: uuidv5(`${id}/${lost}`, FILLERS), type, data, metadata }
}

const appendGroup = async (target: EventStore, { stream, first, events }: Group): Promise<void> => {
  const append = (from: number, rest: readonly NewEvent[]) =>
    target.append(stream, from === 0 ? 'no_stream' : BigInt(from - 1), rest)
  try {
    await append(first, events)
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    // An earlier run may have copied some of them.
    let there = 0
    const some = { from: BigInt(first), maxCount: events.length }
    for await (const { id, revision } of target.readStream(stream, some)) {
      const n = Number(revision) - first
      if (n < events.length && id !== events[n]?.id)
        throw new BackupFault(`${stream} has other events: the store must be empty.`, { cause: error })
      there = Math.min(n + 1, events.length)
    }
    if (there === 0) throw error
    if (there < events.length) await append(first + there, events.slice(there))
  }
}

export type Compared = {
  readonly events: number
  /** Of all events in their order, hexadecimal SHA-256. */
  readonly chain: string
}

/**
 * Compares a copied log with the store, event by event in the order of both.
 * @param onEvent told where each event is in both
 * @throws BackupFault at the first difference
 */
export const compareLog = async (
  log: Log,
  copy: Log,
  { ended, forgotten }: Missing,
  onEvent: (event: AuditedEvent, there: Position, here: Position) => void = () => {},
): Promise<Compared> => {
  const isLeft = ({ stream, revision }: AuditedEvent) =>
    revision === null ||
    stream === STORE_STREAM ||
    ended.has(stream) ||
    revision < (forgotten.get(stream) ?? 0)
  const others = copy()[Symbol.asyncIterator]()
  const nextOther = async (): Promise<AuditedEvent | undefined> => {
    for (;;) {
      const { done, value } = await others.next()
      if (done) return undefined
      if (!isLeft(value)) return value
    }
  }
  let chain = ''
  let events = 0
  try {
    for await (const event of log()) {
      if (isLeft(event)) continue
      const other = await nextOther()
      const text = textOf(event)
      if (other === undefined || textOf(other) !== text)
        throw new BackupFault(
          `The copy differs at event ${events + 1}: ${event.stream} ${event.revision} is ${other ? `${other.stream} ${other.revision}` : 'missing'} there. Empty the store that was copied into, and begin again.`,
        )
      chain = createHash('sha256').update(chain).update(text).digest('hex')
      events += 1
      const [there, here] = [parsePosition(event.position), parsePosition(other.position)]
      if (there && here) onEvent(event, there, here)
    }
    const more = await nextOther()
    if (more) throw new BackupFault(`The copy has more events: ${more.stream} ${more.revision}.`)
  } finally {
    await others.return?.(undefined)
  }
  return { events, chain }
}
