import { setTimeout as pause } from 'node:timers/promises'
import { streams } from '@lectern/contracts/jobs.ts'
import { LRUCache } from 'lru-cache'
import { AckPolicy, type Consumer, Events, headers, type JsMsg, nanos } from 'nats'
import type { z } from 'zod'
import type { Log } from '../process/log.ts'
import type { Nats } from './connect.ts'
import { isFinal } from './request.ts'
import { ensureStreams, isMissing } from './streams.ts'

/** Thrown by a handler: the job is fine, its time has not come. Does not count as a failure. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly delayMs: number
  constructor(delayMs: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.delayMs = delayMs
  }
}

/** One job that was pulled. It stays ours until it is settled or put back. */
export type Delivery = {
  /** When the job was published, as Date.now() says it. */
  readonly publishedAt: number
  /**
   * Handles the job, and settles it by how that ends; never rejects. Does nothing once consuming has ended.
   * @param handle its signal aborts when the process is asked to end: give up fast, the job comes again
   */
  readonly run: (handle: (signal: AbortSignal) => Promise<void>) => Promise<void>
  /** The job comes again after this time. */
  readonly putBack: (delayMs: number) => void
}

export type ConsumeOptions<Schema extends z.ZodType> = {
  readonly nats: Nats
  readonly consumer: { readonly name: string; readonly subject: string }
  readonly schema: Schema
  /** Takes each job as it comes, and runs it now or later, or puts it back. Jobs come until as many wait as NATS has. */
  readonly take: (job: z.infer<Schema>, delivery: Delivery) => void
  readonly log: Log
  /** Ends consuming. */
  readonly signal: AbortSignal
}

const maxFailures = 5
const ackWaitMs = 15_000
const heartbeatMs = 5_000
const requestMs = 1_000
/** Once the requests that nobody listens to any more are over: with one of them NATS 2.9 would lose the job for `ackWaitMs`. */
const giveBackMs = requestMs + 500
/** Jobs that were put back count: all of them together must never keep NATS from giving the next one. */
const maxUnsettled = 100_000

type Held = { message: JsMsg; running?: Promise<void> }

/**
 * Pulls jobs until the signal aborts, then gives back those that wait, and resolves when those in hand are settled. A job
 * is acknowledged when its handler returns; when that throws, it comes again after 1, 2, 4, 8 s; a job that failed 5 times in
 * this process, or that no repetition mends, moves to the dead-letter stream with its reason. A job whose process dies
 * comes again after 15 s. With each connection to NATS all unfinished jobs come again. Handlers are idempotent.
 */
export async function consumeJobs<Schema extends z.ZodType>(options: ConsumeOptions<Schema>): Promise<void> {
  const { signal, log, schema, take } = options
  const held = new Map<string, Held>()
  const failures = new LRUCache<string, number>({ max: 10_000 })
  const heartbeat = setInterval(() => {
    for (const { message } of held.values()) message.working()
  }, heartbeatMs)

  const receive = (message: JsMsg) => {
    const { streamSequence, timestampNanos } = message.info
    const id = `${streamSequence}@${timestampNanos}`
    const known = held.get(id)
    if (known) {
      // NATS gave it again, since it did not hear of us in time.
      known.message = message
      return
    }
    const job: Held = { message }
    held.set(id, job)
    const run = async (handle: () => Promise<void>) => {
      try {
        await handle()
        failures.delete(id)
        job.message.ack()
      } catch (error) {
        if (signal.aborted) job.message.nak(giveBackMs)
        else if (error instanceof RetryLater) job.message.nak(error.delayMs)
        else {
          const failed = (failures.get(id) ?? 0) + 1
          failures.set(id, failed)
          await settleFailed(job.message, error, failed, options)
        }
      } finally {
        held.delete(id)
      }
    }
    const delivery: Delivery = {
      publishedAt: timestampNanos / 1_000_000,
      run: async handle => {
        if (signal.aborted || held.get(id) !== job) return
        job.running = run(() => handle(signal))
        await job.running
      },
      putBack: delayMs => {
        if (held.delete(id)) job.message.nak(delayMs)
      },
    }
    const parsed = parse(schema, message)
    if (parsed.success) take(parsed.data, delivery)
    else void delivery.run(() => Promise.reject(parsed.error))
  }

  let connection = new AbortController()
  void (async () => {
    for await (const { type } of options.nats.status()) if (type === Events.Reconnect) connection.abort()
  })()
  let isNewConnection = true
  while (!signal.aborted) {
    try {
      if (isNewConnection) await forgetConsumer(options)
      isNewConnection = false
      await pull(await findConsumer(options), AbortSignal.any([signal, connection.signal]), receive)
    } catch (error) {
      log.warn({ err: error, consumer: options.consumer.name }, 'jobs cannot be pulled')
      await pause(1_000, undefined, { signal }).catch(() => {})
    }
    if (connection.signal.aborted) {
      connection = new AbortController()
      isNewConnection = true
    }
  }
  for (const [id, { message, running }] of held) {
    if (running) continue
    held.delete(id)
    message.nak(giveBackMs)
  }
  await Promise.all(Array.from(held.values(), ({ running }) => running))
  clearInterval(heartbeat)
}

/**
 * Has the consumer made anew, which gives every job again that nobody has finished. A NATS 2.9 that was killed may remember
 * jobs that are done as given: it looks for one of them at each request, finds nothing, and gives no other meanwhile.
 */
async function forgetConsumer({ nats, consumer }: ConsumeOptions<z.ZodType>): Promise<void> {
  const manager = await ensureStreams(nats)
  try {
    await manager.consumers.delete(streams.jobs.name, consumer.name)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function findConsumer({ nats, consumer }: ConsumeOptions<z.ZodType>): Promise<Consumer> {
  const manager = await ensureStreams(nats)
  const stream = streams.jobs.name
  try {
    const { config } = await manager.consumers.info(stream, consumer.name)
    if (config.max_ack_pending !== maxUnsettled)
      await manager.consumers.update(stream, consumer.name, { max_ack_pending: maxUnsettled })
  } catch (error) {
    if (!isMissing(error)) throw error
    await manager.consumers.add(stream, {
      durable_name: consumer.name,
      filter_subject: consumer.subject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: maxUnsettled,
    })
  }
  return nats.jetstream().consumers.get(stream, consumer.name)
}

/** Gives every message to `receive` until the signal aborts. @throws when the stream or the consumer is lost */
async function pull(consumer: Consumer, signal: AbortSignal, receive: (message: JsMsg) => void) {
  const messages = await consumer.consume({
    max_messages: 256,
    expires: requestMs,
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

function parse<Schema extends z.ZodType>(schema: Schema, message: JsMsg) {
  try {
    return schema.safeParse(message.json())
  } catch (error) {
    return { success: false as const, error }
  }
}

async function settleFailed(
  message: JsMsg,
  error: unknown,
  failures: number,
  { nats, log }: ConsumeOptions<z.ZodType>,
): Promise<void> {
  if (failures < maxFailures && !isFinal(error)) {
    log.warn({ err: error, subject: message.subject, failures }, 'a job failed and will be tried again')
    message.nak(1_000 * 2 ** (failures - 1))
    return
  }
  const reason = error instanceof Error ? error.message : String(error)
  const notes = headers()
  notes.set('Lectern-Reason', reason.replace(/\s+/g, ' ').slice(0, 500))
  try {
    await nats.jetstream().publish(`dead.${message.subject}`, message.data, {
      headers: notes,
      msgID: `${message.subject}/${message.info.streamSequence}`,
    })
    log.error({ err: error, subject: message.subject }, 'a job failed for good: moved to the dead letters')
    message.ack()
  } catch (refusal) {
    log.error({ err: refusal, subject: message.subject }, 'a job could not be moved to the dead letters')
    message.nak(heartbeatMs)
  }
}
