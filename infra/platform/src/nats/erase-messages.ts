import type { MsgRequest } from 'nats'
import type { Nats } from './connect.ts'
import { orMissing } from './streams.ts'

/** Deletes the messages of a stream that have a text. One request to NATS for each message. */
export async function eraseMessages(nats: Nats, stream: string, text: string): Promise<void> {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  for (let seq = 1; ; ) {
    // The server takes these two fields together since 2.9; the client's types do not.
    const next = { seq, next_by_subj: '>' } as MsgRequest
    const message = await orMissing(manager.streams.getMessage(stream, next))
    if (!message) return
    // Its bytes are overwritten.
    if (message.string().includes(text))
      await orMissing(manager.streams.deleteMessage(stream, message.seq, true))
    seq = message.seq + 1
  }
}
