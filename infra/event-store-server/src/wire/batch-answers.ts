import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'
import type { ExpectedRevision } from '../storage/event.ts'
import type { WriteResult } from '../storage/writer.ts'
import { MAX_APPEND_BYTES } from './errors.ts'

export type BatchResult =
  | WriteResult
  | { readonly kind: 'too-large' }
  | { readonly kind: 'invalid'; why: string }

/** The answer to one append of a BatchAppend stream. */
export function batchAnswer(
  correlationId: UUID | undefined,
  stream: string,
  expected: ExpectedRevision,
  result: BatchResult,
): InstanceType<typeof streams.BatchAppendResp> {
  const answer = new streams.BatchAppendResp()
  answer.setCorrelationId(correlationId)
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  answer.setStreamIdentifier(identifier)
  if (result.kind === 'done') {
    const success = new streams.BatchAppendResp.Success()
    if (result.revision < 0) success.setNoStream(new emptyPb.Empty())
    else success.setCurrentRevision(String(result.revision))
    const position = new shared.AllStreamPosition()
    position.setCommitPosition(String(Math.max(result.position, 0)))
    position.setPreparePosition(String(Math.max(result.position, 0)))
    success.setPosition(position)
    answer.setSuccess(success)
  } else {
    answer.setError(errorStatus(identifier, expected, result))
  }
  return answer
}

type Refusal = Exclude<BatchResult, { kind: 'done' }>
type Packable = { serializeBinary(): Uint8Array }

/** A `google.rpc.Status`. The client distinguishes errors by the type of its detail. */
function errorStatus(
  identifier: InstanceType<typeof shared.StreamIdentifier>,
  expected: ExpectedRevision,
  refusal: Refusal,
) {
  switch (refusal.kind) {
    case 'wrong-revision':
      return statusOf(
        6,
        'Append failed due to WrongExpectedVersion.',
        'WrongExpectedVersion',
        wrongVersion(expected, refusal.current),
      )
    case 'deleted': {
      const deleted = new shared.StreamDeleted()
      deleted.setStreamIdentifier(identifier)
      return statusOf(5, 'The stream is deleted.', 'StreamDeleted', deleted)
    }
    case 'timeout':
      return statusOf(4, 'The append timed out.', 'Timeout', new shared.Timeout())
    case 'too-large': {
      const tooLarge = new shared.MaximumAppendSizeExceeded()
      tooLarge.setMaxappendsize(MAX_APPEND_BYTES)
      return statusOf(3, 'Maximum append size exceeded.', 'MaximumAppendSizeExceeded', tooLarge)
    }
    case 'invalid': {
      const bad = new shared.BadRequest()
      bad.setMessage(refusal.why)
      return statusOf(3, refusal.why, 'BadRequest', bad)
    }
    case 'unavailable':
      return statusOf(14, 'The store is not ready.', 'Unknown', new shared.Unknown())
  }
}

function wrongVersion(expected: ExpectedRevision, current: number) {
  const wrong = new shared.WrongExpectedVersion()
  if (current < 0) wrong.setCurrentNoStream(new emptyPb.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') wrong.setExpectedAny(new emptyPb.Empty())
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new emptyPb.Empty())
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new emptyPb.Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  return wrong
}

function statusOf(code: number, message: string, detailType: string, detail: Packable) {
  const any = new anyPb.Any()
  any.pack(detail.serializeBinary(), `event_store.client.${detailType}`)
  const status = new statusPb.Status()
  status.setCode(code)
  status.setMessage(message)
  status.setDetails(any)
  return status
}
