import { randomUUID } from 'node:crypto'
import { type Entry, ERASED } from '../storage/event.ts'
import { pageOfAll, pageOfStream } from '../storage/pages.ts'
import type { Session } from '../storage/session.ts'
import { firstVisible } from '../storage/stream-head.ts'
import { consumerTooSlow, streamDeleted, unavailable } from '../wire/errors.ts'
import { checkpoint, confirmation, withStructuredId } from '../wire/read-answers.ts'
import type { ReadRequest } from '../wire/read-request.ts'
import { checkPosition } from './check-position.ts'
import type { Outbox } from './outbox.ts'

/** A live subscriber with more unsent events is dropped. EventStoreDB has the same limit. */
const LIVE_BUFFER = 32
const PAGE_EVENTS = 1_000
/** The greatest revision of any event but a tombstone. */
const LAST_REVISION = Number.MAX_SAFE_INTEGER - 1

/** How a subscription reads the events before it went live. */
type Source = {
  /** Whether the event belongs to the subscription and was not delivered yet. */
  wants(entry: Entry): boolean
  /** Marks the event as delivered. */
  passed(entry: Entry): void
  /** Every wanted event up to this position has been delivered. */
  scanned: number
  /** The next events from Postgres. Empty if the log had none up to its end at the time of the query. */
  fetch(): Promise<Entry[]>
}

/** Sends earlier events, then live events, until the client leaves, falls behind, or the session is lost. */
export async function subscribe(session: Session, request: ReadRequest, outbox: Outbox): Promise<void> {
  const { tail } = session
  const source =
    request.stream === undefined
      ? await sourceOfAll(session, request)
      : await sourceOfStream(session, request, request.stream)
  const deliver = deliverer(request, source, outbox)
  const lose = () => outbox.fail(unavailable())
  session.lost.addEventListener('abort', lose)
  outbox.closed.addEventListener('abort', () => session.lost.removeEventListener('abort', lose))
  if (session.lost.aborted) throw unavailable()

  outbox.send(confirmation(randomUUID()))
  while (outbox.isOpen) {
    const recent = tail.after(source.scanned)
    if (recent?.length === 0) break
    const { end } = tail
    const page = recent ?? (await source.fetch())
    if (page.length === 0) source.scanned = end
    for (const entry of page) {
      if (source.wants(entry)) deliver(entry)
      if (recent) source.scanned = entry.position
      if (outbox.isFull) await outbox.drained()
      if (!outbox.isOpen) return
    }
  }
  if (outbox.isOpen) goLive(session, source, deliver, outbox)
}

function goLive(session: Session, source: Source, deliver: (entry: Entry) => void, outbox: Outbox) {
  let waiting: Entry[] = []
  const pump = () => {
    let sent = 0
    for (const entry of waiting) {
      if (outbox.isFull || !outbox.isOpen) break
      deliver(entry)
      sent++
    }
    waiting = waiting.slice(sent)
  }
  const stopListening = session.tail.listen(entries => {
    if (waiting.length > LIVE_BUFFER) {
      waiting = []
      outbox.fail(consumerTooSlow())
      return
    }
    for (const entry of entries) if (source.wants(entry)) waiting.push(entry)
    pump()
  })
  outbox.onDrain(pump)
  outbox.closed.addEventListener('abort', stopListening)
  if (!outbox.isOpen) stopListening()
}

/** Sends an event if the filter matches it, and checkpoints between events. */
function deliverer({ filter, stream, wantsStructuredIds }: ReadRequest, source: Source, outbox: Outbox) {
  let considered = 0
  return (entry: Entry) => {
    source.passed(entry)
    if (entry.type === ERASED) return
    if (stream !== undefined && entry.type === '$streamDeleted') {
      outbox.fail(streamDeleted(stream))
      return
    }
    if (!filter || filter.matches(entry))
      outbox.send(wantsStructuredIds ? withStructuredId(entry.message) : entry.message)
    if (filter && ++considered % filter.checkpointEvery === 0) outbox.send(checkpoint(entry.position))
  }
}

async function sourceOfAll(session: Session, { from }: ReadRequest): Promise<Source> {
  await checkPosition(session, from)
  const source: Source = {
    scanned: from === 'start' ? -1 : from === 'end' ? session.tail.end : from,
    wants: entry => entry.position > source.scanned,
    passed: entry => {
      source.scanned = entry.position
    },
    fetch: () => pageOfAll(session.pool, source.scanned + 1, PAGE_EVENTS),
  }
  return source
}

async function sourceOfStream(
  { heads, pool, tail }: Session,
  { from }: ReadRequest,
  stream: string,
): Promise<Source> {
  const head = await heads.resolve(stream)
  if (head.isTombstoned) throw streamDeleted(stream)
  let had = from === 'start' ? -1 : from === 'end' ? head.revision : Math.min(from, LAST_REVISION)
  const source: Source = {
    scanned: from === 'end' ? tail.end : -1,
    wants: entry => entry.stream === stream && entry.revision > had,
    passed: entry => {
      had = entry.revision
    },
    fetch: async () => {
      const first = Math.max(had + 1, firstVisible(await heads.resolve(stream)))
      return pageOfStream(pool, stream, { first, last: LAST_REVISION }, PAGE_EVENTS)
    },
  }
  return source
}
