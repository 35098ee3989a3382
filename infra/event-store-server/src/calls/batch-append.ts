import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import type { ExpectedRevision, ProposedEvent } from '../storage/event.ts'
import type { Store } from '../storage/store.ts'
import { type BatchResult, batchAnswer } from '../wire/batch-answers.ts'
import { asCallError, CallError, invalid, MAX_APPEND_BYTES, unavailable } from '../wire/errors.ts'
import { bytesOf, expectedOf, streamName, toProposedEvent } from '../wire/requests.ts'

/** An append whose requests are still arriving. */
type Incoming = {
  readonly correlationId: UUID | undefined
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly deadline: number
  readonly events: ProposedEvent[]
  bytes: number
  refused: BatchResult | undefined
}

/**
 * One long-lived call carries all appends of a client. A large append arrives as several requests with one correlation id.
 * The call ends with UNAVAILABLE when the store loses its database, so that the client connects again.
 */
export function batchAppend(store: Store, call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
  const incoming = new Map<string, Incoming>()
  let unanswered = 0
  let hasEnded = false
  let isOpen = true

  const close = (error?: CallError) => {
    if (!isOpen) return
    forget()
    if (error) call.emit('error', error)
    else call.end()
  }
  const lose = () => close(unavailable())
  let lost: AbortSignal | undefined
  const forget = () => {
    isOpen = false
    lost?.removeEventListener('abort', lose)
  }
  const answer = (append: Incoming, result: BatchResult) => {
    if (!isOpen) return
    if (result.kind === 'unavailable') return lose()
    call.write(batchAnswer(append.correlationId, append.stream, append.expected, result))
  }
  const finish = async (append: Incoming) => {
    const { stream, expected, events, deadline } = append
    if (deadline <= Date.now()) return answer(append, { kind: 'timeout' })
    if (append.refused) return answer(append, append.refused)
    unanswered++
    const change = { act: 'append', stream, expected, events } as const
    answer(append, await store.session.writer.write(change, deadline))
    unanswered--
    if (hasEnded && unanswered === 0) close()
  }
  const receive = (request: BatchAppendReq) => {
    const key = request.getCorrelationId()?.getString() || String(request.getCorrelationId()?.getStructured())
    const append = incoming.get(key) ?? begin(request)
    collect(append, request)
    if (!request.getIsFinal()) {
      incoming.set(key, append)
      return
    }
    incoming.delete(key)
    finish(append).catch(error => close(asCallError(error)))
  }

  call.on('data', (request: BatchAppendReq) => {
    try {
      if (isOpen) receive(request)
    } catch (error) {
      close(asCallError(error))
    }
  })
  call.on('end', () => {
    hasEnded = true
    if (unanswered === 0) close()
  })
  call.on('cancelled', forget)
  call.on('error', forget)
  try {
    lost = store.session.lost
    lost.addEventListener('abort', lose)
    if (lost.aborted) lose()
  } catch (error) {
    close(asCallError(error))
  }
}

function begin(request: BatchAppendReq): Incoming {
  const options = request.getOptions()
  if (!options) throw invalid('The first request of an append needs options.')
  const until = options.getDeadline()
  return {
    correlationId: request.getCorrelationId(),
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(options),
    deadline: until ? until.toDate().getTime() : Number.POSITIVE_INFINITY,
    events: [],
    bytes: 0,
    refused: undefined,
  }
}

/** Keeps the events, or only the reason for their refusal. */
function collect(append: Incoming, request: BatchAppendReq) {
  for (const message of request.getProposedMessagesList()) {
    if (append.refused) return
    try {
      const event = toProposedEvent(message)
      append.events.push(event)
      append.bytes += bytesOf(event)
    } catch (error) {
      append.refused = { kind: 'invalid', why: error instanceof CallError ? error.details : String(error) }
    }
    if (append.bytes > MAX_APPEND_BYTES) {
      append.refused = { kind: 'too-large' }
      append.events.length = 0
    }
  }
}
