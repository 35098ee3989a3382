import { setTimeout as pause } from 'node:timers/promises'
import { streams } from '@lectern/contracts/jobs.ts'
import { AckPolicy, type Consumer, headers, type JsMsg, nanos } from 'nats'
import type { z } from 'zod'
import type { Log } from '../log.ts'
import type { Nats } from './connect.ts'
import { Refused } from './request.ts'
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

export type JobContext = {
  /** 1 for the first delivery. */
  readonly delivery: number
  /** Aborts when the process is asked to end: give up fast, the job comes again. */
  readonly signal: AbortSignal
}

export type ConsumeOptions<Schema extends z.ZodType> = {
  readonly nats: Nats
  readonly consumer: { readonly name: string; readonly subject: string }
  readonly schema: Schema
  /** Jobs held at once. */
  readonly maxInFlight: number
  readonly handle: (job: z.infer<Schema>, context: JobContext) => Promise<void>
  readonly log: Log
  /** Ends consuming. */
  readonly signal: AbortSignal
}

const maxFailures = 5
const ackWaitMs = 15_000
const heartbeatMs = 5_000

/**
 * Pulls jobs until the signal aborts, then resolves when those in hand are settled. A job is acknowledged when its
 * handler returns; when it throws, it comes again after 1, 2, 4, 8 s; what failed 5 times, or cannot be parsed, moves to the
 * dead-letter stream with its reason. A job whose process dies comes again after 15 s. Handlers are idempotent.
 */
export async function consumeJobs<Schema extends z.ZodType>(options: ConsumeOptions<Schema>): Promise<void> {
  const { signal } = options
  let found: Promise<Consumer> | undefined
  const runner = async () => {
    while (!signal.aborted) {
      try {
        found ??= findConsumer(options)
        const message = await nextMessage(await found, signal)
        if (message) await settle(message, options)
      } catch (error) {
        found = undefined
        options.log.warn({ err: error, consumer: options.consumer.name }, 'jobs cannot be pulled')
        await pause(1_000, undefined, { signal }).catch(() => {})
      }
    }
  }
  await Promise.all(Array.from({ length: options.maxInFlight }, runner))
}

async function findConsumer({ nats, consumer }: ConsumeOptions<z.ZodType>): Promise<Consumer> {
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
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: 1_000,
    })
  }
  return nats.jetstream().consumers.get(stream, consumer.name)
}

async function nextMessage(consumer: Consumer, signal: AbortSignal): Promise<JsMsg | undefined> {
  const messages = await consumer.fetch({ max_messages: 1, expires: 5_000 })
  // Without a listener the server passes over this request and gives the message to somebody else.
  const close = () => void messages.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    for await (const message of messages) return message
    return undefined
  } finally {
    signal.removeEventListener('abort', close)
  }
}

async function settle<Schema extends z.ZodType>(
  message: JsMsg,
  options: ConsumeOptions<Schema>,
): Promise<void> {
  const { schema, handle, log, signal } = options
  const delivery = message.info.deliveryCount
  const heartbeat = setInterval(() => message.working(), heartbeatMs)
  try {
    await handle(schema.parse(message.json()), { delivery, signal })
    message.ack()
  } catch (error) {
    if (signal.aborted) message.nak()
    else if (error instanceof RetryLater) message.nak(error.delayMs)
    else if (delivery < maxFailures && !isFinal(error)) {
      log.warn({ err: error, subject: message.subject, delivery }, 'a job failed and will be tried again')
      message.nak(1_000 * 2 ** (delivery - 1))
    } else await bury(message, error, options)
  } finally {
    clearInterval(heartbeat)
  }
}

/** Trying again would lead to the same. */
const isFinal = (error: unknown) =>
  error instanceof SyntaxError ||
  (error as Error).name === 'ZodError' ||
  (error instanceof Refused && !error.retryable)

async function bury(message: JsMsg, error: unknown, { nats, log }: ConsumeOptions<z.ZodType>): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  log.error({ err: error, subject: message.subject }, 'a job failed for good: moved to the dead letters')
  const notes = headers()
  notes.set('Lectern-Reason', reason.replace(/\s+/g, ' ').slice(0, 500))
  await nats.jetstream().publish(`dead.${message.subject}`, message.data, {
    headers: notes,
    msgID: `${message.subject}/${message.info.streamSequence}`,
  })
  message.ack()
}
