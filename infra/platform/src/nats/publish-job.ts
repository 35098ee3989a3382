import { ErrorCode, type NatsError } from 'nats'
import type { Nats } from './connect.ts'
import { ensureStreams } from './streams.ts'

/**
 * Publishes a job and waits until it is stored. NATS stores a msgId once in 10 minutes, so a failed publish may be
 * repeated.
 * @param payload JSON of a schema in contracts/src/jobs.ts
 * @throws NatsError when it may not have been stored, within 5 s
 */
export async function publishJob(
  nats: Nats,
  subject: string,
  payload: unknown,
  msgId: string,
): Promise<void> {
  const publish = () =>
    nats.jetstream().publish(subject, JSON.stringify(payload), { msgID: msgId, timeout: 5_000 })
  try {
    await publish()
  } catch (error) {
    if ((error as NatsError).code !== ErrorCode.NoResponders) throw error
    await ensureStreams(nats)
    await publish()
  }
}
