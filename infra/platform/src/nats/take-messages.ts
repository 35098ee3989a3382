import { streams } from '@lectern/contracts/jobs.ts'
import type { MsgRequest } from 'nats'
import type { Nats } from './connect.ts'
import { orMissing } from './streams.ts'

export type TakenMessage = {
  readonly text: string
  /** When it was published. */
  readonly at: Date
  /** Why it is a dead letter; else empty. */
  readonly reason: string
}

/** Hands the messages of a subject over, oldest first. @param take whether it took the message, which is then deleted */
export async function takeMessages(
  nats: Nats,
  { stream, subject }: { readonly stream: string; readonly subject: string },
  take: (message: TakenMessage) => Promise<boolean>,
): Promise<void> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  for (let seq = 1; ; ) {
    // The server takes these two fields together since 2.9; the client's types do not.
    const next = { seq, next_by_subj: subject } as MsgRequest
    const message = await orMissing(manager.streams.getMessage(stream, next))
    if (!message) return
    const reason = message.header?.get('Lectern-Reason') ?? ''
    if (await take({ text: message.string(), at: message.time, reason }))
      await orMissing(manager.streams.deleteMessage(stream, message.seq, true))
    seq = message.seq + 1
  }
}

/** Deletes a consumer of jobs that nobody pulls from any more. */
export async function forgetConsumer(nats: Nats, name: string): Promise<void> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  await orMissing(manager.consumers.delete(streams.jobs.name, name))
}
