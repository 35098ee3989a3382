import { type Entry, ERASED } from '../storage/event.ts'
import { pageOfAll, pageOfAllBackwards, pageOfStream } from '../storage/pages.ts'
import type { Session } from '../storage/session.ts'
import type { Store } from '../storage/store.ts'
import { firstVisible, isMissing, type StreamHead } from '../storage/stream-head.ts'
import { streamDeleted } from '../wire/errors.ts'
import { streamNotFound, withStructuredId } from '../wire/read-answers.ts'
import { parseRead, type ReadRequest } from '../wire/read-request.ts'
import { checkPosition } from './check-position.ts'
import { Outbox, type ReadCall } from './outbox.ts'
import { subscribe } from './subscribe.ts'

/** The protocol has one call for reads and subscriptions. */
export function read(store: Store, call: ReadCall): void {
  const outbox = new Outbox(call)
  answer(store, call, outbox).catch(error => outbox.fail(error))
}

async function answer(store: Store, call: ReadCall, outbox: Outbox) {
  const request = parseRead(call.request)
  const { session } = store
  if (request.maxCount === undefined) {
    await subscribe(session, request, outbox)
    return
  }
  if (request.stream === undefined) await sendPages(pagesOfAll(session, request), request, outbox)
  else await readStream(session, request, request.stream, outbox)
  outbox.end()
}

async function readStream(session: Session, request: ReadRequest, stream: string, outbox: Outbox) {
  const head = await session.heads.resolve(stream)
  if (head.isTombstoned) throw streamDeleted(stream)
  if (isMissing(head)) outbox.send(streamNotFound(stream))
  else await sendPages(pagesOfStream(session, request, stream, { ...head }), request, outbox)
}

/** Sends up to `maxCount` events, as fast as the client takes them. */
async function sendPages(pages: AsyncIterable<readonly Entry[]>, request: ReadRequest, outbox: Outbox) {
  let remaining = request.maxCount ?? Number.POSITIVE_INFINITY
  for await (const page of pages) {
    for (const entry of page) {
      if (remaining === 0 || !outbox.isOpen) return
      if (entry.type === ERASED || (request.filter && !request.filter.matches(entry))) continue
      outbox.send(request.wantsStructuredIds ? withStructuredId(entry.message) : entry.message)
      remaining--
      if (outbox.isFull) await outbox.drained()
    }
  }
}

/** From the requested revision to the end of the stream at the time of the request. */
async function* pagesOfStream(
  { pool }: Session,
  { from, isBackwards, maxCount = 0 }: ReadRequest,
  stream: string,
  head: StreamHead,
): AsyncGenerator<Entry[]> {
  const { maxAge } = head.retention
  const isYoung = (entry: Entry) => maxAge === undefined || entry.created > Date.now() - maxAge * 1_000
  const lowest = firstVisible(head)
  let first = lowest
  let last = head.revision
  if (isBackwards) last = from === 'end' ? last : from === 'start' ? 0 : Math.min(from, last)
  else first = from === 'end' ? Number.POSITIVE_INFINITY : Math.max(from === 'start' ? 0 : from, lowest)

  let remaining = maxCount
  while (first <= last && remaining > 0) {
    const page = await pageOfStream(pool, stream, { first, last }, remaining, isBackwards)
    const end = page.at(-1)
    if (!end) return
    remaining -= page.length
    yield page.filter(isYoung)
    if (isBackwards) last = end.revision - 1
    else first = end.revision + 1
  }
}

/** From the requested position to the end of the log at the time of the request. */
async function* pagesOfAll(session: Session, request: ReadRequest): AsyncGenerator<Entry[]> {
  const { pool, tail } = session
  const { from, isBackwards } = request
  const limit = request.filter ? Number.POSITIVE_INFINITY : (request.maxCount ?? 0)
  const { end } = tail
  await checkPosition(session, from)
  let remaining = limit
  if (isBackwards) {
    let before = from === 'end' ? end + 1 : from === 'start' ? 0 : Math.min(from, end + 1)
    while (remaining > 0) {
      const page = await pageOfAllBackwards(pool, before, remaining)
      const last = page.at(-1)
      if (!last) return
      remaining -= countOf(page)
      yield page
      before = last.position
    }
    return
  }
  let next = from === 'start' ? 0 : from === 'end' ? end + 1 : from
  while (next <= end && remaining > 0) {
    const page = await pageOfAll(pool, next, remaining)
    const last = page.at(-1)
    if (!last) return
    remaining -= countOf(page)
    yield page
    next = last.position + 1
  }
}

const countOf = (page: readonly Entry[]): number => page.filter(({ type }) => type !== ERASED).length
