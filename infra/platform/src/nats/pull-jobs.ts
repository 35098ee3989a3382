import { setTimeout as sleep } from 'node:timers/promises'
import { streams } from '@lectern/contracts/jobs.ts'
import { AckPolicy, type Consumer, Events, type JsMsg, nanos } from 'nats'
import type { Log } from '../process/log.ts'
import type { Nats } from './connect.ts'
import { ensureStreams, isMissing } from './streams.ts'

/** NATS gives a job again when nobody has settled it, or said that it is in work, for this long. */
export const ACK_WAIT_MS = 15_000
/** How long one request for jobs stays open in NATS. */
export const REQUEST_MS = 1_000
/** Includes jobs that were put back: NATS gives no further job while so many are unsettled. */
const MAX_UNSETTLED = 100_000

export type PullOptions = {
  readonly nats: Nats
  readonly consumer: { readonly name: string; readonly subject: string }
  readonly log: Log
  /** Ends pulling. */
  readonly signal: AbortSignal
}

/** Gives every job to `receive` until the signal aborts. Each new connection to NATS begins with a new consumer. */
export async function pullJobs(options: PullOptions, receive: (message: JsMsg) => void): Promise<void> {
  const { nats, consumer, log, signal } = options
  let connection = new AbortController()
  const watchConnection = async () => {
    for await (const { type } of nats.status()) if (type === Events.Reconnect) connection.abort()
  }
  void watchConnection()
  let isNewConnection = true
  while (!signal.aborted) {
    try {
      if (isNewConnection) await deleteConsumer(options)
      isNewConnection = false
      await pull(await ensureConsumer(options), AbortSignal.any([signal, connection.signal]), receive)
    } catch (error) {
      log.warn({ err: error, consumer: consumer.name }, 'jobs cannot be pulled')
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
    if (connection.signal.aborted) {
      connection = new AbortController()
      isNewConnection = true
    }
  }
}

/**
 * Deletes the consumer, so that NATS gives every unfinished job again. A NATS 2.9 that was killed may take jobs that are
 * done for given: it then looks for one of them at each request, finds nothing, and gives no other job.
 */
async function deleteConsumer({ nats, consumer }: PullOptions): Promise<void> {
  const manager = await ensureStreams(nats)
  try {
    await manager.consumers.delete(streams.jobs.name, consumer.name)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function ensureConsumer({ nats, consumer }: PullOptions): Promise<Consumer> {
  const manager = await ensureStreams(nats)
  const stream = streams.jobs.name
  try {
    await manager.consumers.info(stream, consumer.name)
  } catch (error) {
    if (!isMissing(error)) throw error
    await manager.consumers.add(stream, {
      durable_name: consumer.name,
      filter_subject: consumer.subject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_UNSETTLED,
    })
  }
  return nats.jetstream().consumers.get(stream, consumer.name)
}

/** @throws when the stream or the consumer is lost */
async function pull(
  consumer: Consumer,
  signal: AbortSignal,
  receive: (message: JsMsg) => void,
): Promise<void> {
  const messages = await consumer.consume({
    max_messages: 256,
    expires: REQUEST_MS,
    abort_on_missing_resource: true,
  })
  const close = () => void messages.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    if (signal.aborted) close()
    for await (const message of messages) receive(message)
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}
