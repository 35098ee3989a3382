import type { JetStreamManager, MsgRequest, StoredMsg } from 'nats'
import type { Nats } from './connect.ts'

/** Versions before 2026-12 left here the work that waited, and under `dead.<its subject>` what failed for good. */
const STREAMS = ['JOBS', 'DEAD'] as const

export type TakenMessage = {
  readonly text: string
  /** When it was published. */
  readonly at: Date
  /** Why it failed for good; undefined for one that waited. */
  readonly failure: string | undefined
}

/**
 * Hands over what versions before left under a subject: first what waited, each oldest first. Where NATS lost it there is nothing.
 * @param consumer of the subject, which is deleted
 * @param take whether it took the message, which is then deleted
 * @throws NatsError while NATS is away
 */
export async function takeMessages(
  nats: Nats,
  { subject, consumer }: { readonly subject: string; readonly consumer: string },
  take: (message: TakenMessage) => Promise<boolean>,
): Promise<void> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  await orMissing(manager.consumers.delete(STREAMS[0], consumer))
  for (const stream of STREAMS) {
    const left = stream === 'DEAD' ? `dead.${subject}` : subject
    for await (const message of storedMessages(manager, stream, left)) {
      const reason = message.header?.get('Lectern-Reason') || 'no reason was given'
      const taken = {
        ...{ text: message.string(), at: message.time },
        failure: stream === 'DEAD' ? reason : undefined,
      }
      // Its bytes are overwritten.
      if (await take(taken)) await orMissing(manager.streams.deleteMessage(stream, message.seq, true))
    }
  }
}

/** One request to NATS for each message. */
async function* storedMessages(
  manager: JetStreamManager,
  stream: string,
  subject: string,
): AsyncGenerator<StoredMsg> {
  for (let seq = 1; ; ) {
    // The server takes these two fields together since 2.9; the client's types do not.
    const next = { seq, next_by_subj: subject } as MsgRequest
    const message = await orMissing(manager.streams.getMessage(stream, next))
    if (!message) return
    seq = message.seq + 1
    yield message
  }
}

/** undefined where the stream, the consumer or the message is missing. */
const orMissing = async <T>(asking: Promise<T>): Promise<T | undefined> => {
  try {
    return await asking
  } catch (error) {
    if ((error as { api_error?: { code?: number } }).api_error?.code === 404) return undefined
    throw error
  }
}
