import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js'
import type { ExpectedRevision, ProposedEvent } from '../storage/event.ts'
import type { Store } from '../storage/store.ts'
import type { WriteResult } from '../storage/writer.ts'
import {
  appendTooLarge,
  asCallError,
  deadlineExceeded,
  invalid,
  MAX_APPEND_BYTES,
  streamDeleted,
  unavailable,
} from '../wire/errors.ts'
import { bytesOf, expectedOf, streamName, toProposedEvent } from '../wire/requests.ts'
import { deadlineOf } from './deadline.ts'

type AppendResp = InstanceType<typeof streams.AppendResp>

/** One call is one append. The first message has the options, each further message one event. */
export function append(
  store: Store,
  call: ServerReadableStream<AppendReq, AppendResp>,
  respond: sendUnaryData<AppendResp>,
): void {
  let target: { stream: string; expected: ExpectedRevision } | undefined
  const events: ProposedEvent[] = []
  let bytes = 0
  let isAnswered = false

  const answer = (error: unknown, response: AppendResp | null = null) => {
    if (isAnswered) return
    isAnswered = true
    respond(error ? asCallError(error) : null, response)
  }
  const receive = (request: AppendReq) => {
    const options = request.getOptions()
    const message = request.getProposedMessage()
    if (options) target = { stream: streamName(options.getStreamIdentifier()), expected: expectedOf(options) }
    if (!message) return
    const event = toProposedEvent(message)
    events.push(event)
    bytes += bytesOf(event)
    if (bytes > MAX_APPEND_BYTES) throw appendTooLarge()
  }
  const finish = async () => {
    if (isAnswered) return
    if (!target) throw invalid('An append needs options.')
    const change = { act: 'append', ...target, events } as const
    const result = await store.session.writer.write(change, deadlineOf(call))
    answer(null, appendAnswer(target.stream, target.expected, result))
  }

  call.on('data', (request: AppendReq) => {
    try {
      if (!isAnswered) receive(request)
    } catch (error) {
      answer(error)
    }
  })
  call.on('end', () => finish().catch(answer))
  call.on('error', answer)
}

function appendAnswer(stream: string, expected: ExpectedRevision, result: WriteResult): AppendResp {
  const answer = new streams.AppendResp()
  switch (result.kind) {
    case 'done': {
      const success = new streams.AppendResp.Success()
      if (result.revision < 0) success.setNoStream(new shared.Empty())
      else success.setCurrentRevision(String(result.revision))
      const position = new streams.AppendResp.Position()
      position.setCommitPosition(String(Math.max(result.position, 0)))
      position.setPreparePosition(String(Math.max(result.position, 0)))
      success.setPosition(position)
      answer.setSuccess(success)
      return answer
    }
    case 'wrong-revision': {
      const wrong = new streams.AppendResp.WrongExpectedVersion()
      if (result.current < 0) wrong.setCurrentNoStream(new shared.Empty())
      else wrong.setCurrentRevision(String(result.current))
      if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
      else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty())
      else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty())
      else wrong.setExpectedRevision(String(expected))
      answer.setWrongExpectedVersion(wrong)
      return answer
    }
    case 'deleted':
      throw streamDeleted(stream)
    case 'timeout':
      throw deadlineExceeded()
    case 'unavailable':
      throw unavailable()
  }
}
