import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

export function confirmation(subscriptionId: string): Buffer {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId(subscriptionId)
  const answer = new streams.ReadResp()
  answer.setConfirmation(confirmed)
  return Buffer.from(answer.serializeBinary())
}

export function checkpoint(position: number): Buffer {
  const reached = new streams.ReadResp.Checkpoint()
  reached.setCommitPosition(String(position))
  reached.setPreparePosition(String(position))
  const answer = new streams.ReadResp()
  answer.setCheckpoint(reached)
  return Buffer.from(answer.serializeBinary())
}

export function streamNotFound(stream: string): Buffer {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifier)
  const answer = new streams.ReadResp()
  answer.setStreamNotFound(notFound)
  return Buffer.from(answer.serializeBinary())
}

/** The message with its id in two halves, as the .NET client requests it. Node's client does not. */
export function withStructuredId(message: Buffer): Buffer {
  const answer = streams.ReadResp.deserializeBinary(message)
  const id = answer.getEvent()?.getEvent()?.getId()
  if (!id) return message
  const hex = id.getString().replaceAll('-', '')
  const half = (digits: string) => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString()
  const structured = new shared.UUID.Structured()
  structured.setMostSignificantBits(half(hex.slice(0, 16)))
  structured.setLeastSignificantBits(half(hex.slice(16)))
  id.setStructured(structured)
  return Buffer.from(answer.serializeBinary())
}
