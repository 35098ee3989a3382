import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import type { ExpectedRevision } from '../storage/event.ts'
import type { Store } from '../storage/store.ts'
import {
  asCallError,
  deadlineExceeded,
  invalid,
  streamDeleted,
  unavailable,
  wrongExpectedVersion,
} from '../wire/errors.ts'
import { expectedOf, streamName } from '../wire/requests.ts'
import { deadlineOf } from './deadline.ts'

type DeleteResp = InstanceType<typeof streams.DeleteResp>
type TombstoneResp = InstanceType<typeof streams.TombstoneResp>

/** Hides the events of the stream. Later appends bring the stream back. */
export function deleteStream(
  store: Store,
  call: ServerUnaryCall<DeleteReq, DeleteResp>,
  respond: sendUnaryData<DeleteResp>,
): void {
  remove(store, 'delete', call).then(
    position => {
      const answer = new streams.DeleteResp()
      const at = new streams.DeleteResp.Position()
      at.setCommitPosition(position)
      at.setPreparePosition(position)
      answer.setPosition(at)
      respond(null, answer)
    },
    error => respond(asCallError(error)),
  )
}

/** Ends the stream for ever. */
export function tombstone(
  store: Store,
  call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
  respond: sendUnaryData<TombstoneResp>,
): void {
  remove(store, 'tombstone', call).then(
    position => {
      const answer = new streams.TombstoneResp()
      const at = new streams.TombstoneResp.Position()
      at.setCommitPosition(position)
      at.setPreparePosition(position)
      answer.setPosition(at)
      respond(null, answer)
    },
    error => respond(asCallError(error)),
  )
}

async function remove(
  store: Store,
  act: 'delete' | 'tombstone',
  call: ServerUnaryCall<DeleteReq, DeleteResp> | ServerUnaryCall<TombstoneReq, TombstoneResp>,
): Promise<string> {
  const options = call.request.getOptions()
  if (!options) throw invalid('A deletion needs options.')
  const stream = streamName(options.getStreamIdentifier())
  const expected = expectedOf(options)
  const change = { act, stream, expected, events: [] } as const
  const result = await store.session.writer.write(change, deadlineOf(call))
  switch (result.kind) {
    case 'done':
      return String(result.position)
    case 'wrong-revision':
      throw wrongExpectedVersion('Delete', stream, expectedNumber(expected), result.current)
    case 'deleted':
      throw streamDeleted(stream)
    case 'timeout':
      throw deadlineExceeded()
    case 'unavailable':
      throw unavailable()
  }
}

const NAMED = { no_stream: -1, any: -2, stream_exists: -4 } as const
const expectedNumber = (expected: ExpectedRevision) =>
  typeof expected === 'number' ? expected : NAMED[expected]
