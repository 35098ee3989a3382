import { LRUCache } from 'lru-cache'
import { headers, type JsMsg } from 'nats'
import type { z } from 'zod'
import { ACK_WAIT_MS, type PullOptions, pullJobs, REQUEST_MS } from './pull-jobs.ts'
import { isFinal, isOfClosedAccount } from './request.ts'

/** Thrown by a handler whose job has to wait. It does not count as a failure. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly delayMs: number
  constructor(delayMs: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.delayMs = delayMs
  }
}

/** One job that was pulled. This process holds it until it is settled or put back. */
export type Delivery = {
  /** When the job was published, in ms since 1970. */
  readonly publishedAt: number
  /**
   * Handles the job and settles it by the outcome; never rejects. Does nothing once consuming has ended.
   * @param handle its signal aborts when the process is asked to end: give up fast, the job comes again
   */
  readonly run: (handle: (signal: AbortSignal) => Promise<void>) => Promise<void>
  /** The job comes again after this time. */
  readonly putBack: (delayMs: number) => void
}

export type ConsumeOptions<Schema extends z.ZodType> = PullOptions & {
  readonly schema: Schema
  /** Runs each job, now or later, or puts it back. */
  readonly take: (job: z.infer<Schema>, delivery: Delivery) => void
}

const MAX_FAILURES = 5
/** Jobs whose failures are remembered. */
const FAILED_JOBS_MAX = 10_000
const HEARTBEAT_MS = ACK_WAIT_MS / 3
/**
 * At the end of a process its jobs come again after this time, when its last request for jobs has ended: NATS 2.9 gives a
 * job to a request that nobody hears any more.
 */
const GIVE_BACK_MS = REQUEST_MS + 500

/** The server refuses a delay that is no whole number of nanoseconds, and gives the job again at once. */
const comeAgain = (message: JsMsg, delayMs: number): void => message.nak(Math.ceil(delayMs))

type Held = { message: JsMsg; running?: Promise<void> }

/**
 * Pulls jobs until the signal aborts, gives back those that wait, and resolves when the running ones are settled.
 * - A job is acknowledged when its handler returns. Handlers are idempotent.
 * - When its handler throws, a job comes again after 1, 2, 4 and 8 s.
 * - A job of an account that was closed is dropped.
 * - A job that failed 5 times in this process, or that no repetition mends, moves to the dead-letter stream with its reason.
 * - A job whose process dies comes again after 15 s; each new connection to NATS brings all unfinished jobs again.
 */
export async function consumeJobs<Schema extends z.ZodType>(options: ConsumeOptions<Schema>): Promise<void> {
  const { signal, schema, take } = options
  const held = new Map<string, Held>()
  const failures = new LRUCache<string, number>({ max: FAILED_JOBS_MAX })
  const heartbeat = setInterval(() => {
    for (const { message } of held.values()) message.working()
  }, HEARTBEAT_MS)

  const runAndSettle = async (id: string, job: Held, handle: () => Promise<void>) => {
    try {
      await handle()
      failures.delete(id)
      job.message.ack()
    } catch (error) {
      if (signal.aborted) comeAgain(job.message, GIVE_BACK_MS)
      else if (error instanceof RetryLater) comeAgain(job.message, error.delayMs)
      else {
        const failed = (failures.get(id) ?? 0) + 1
        failures.set(id, failed)
        await settleFailed(job.message, error, failed, options)
      }
    } finally {
      held.delete(id)
    }
  }

  const receive = (message: JsMsg) => {
    const { streamSequence, timestampNanos } = message.info
    const id = `${streamSequence}@${timestampNanos}`
    const known = held.get(id)
    if (known) {
      // NATS missed the heartbeats and gave the job again.
      known.message = message
      return
    }
    const job: Held = { message }
    held.set(id, job)
    const delivery: Delivery = {
      publishedAt: timestampNanos / 1_000_000,
      run: async handle => {
        if (signal.aborted || held.get(id) !== job) return
        job.running = runAndSettle(id, job, () => handle(signal))
        await job.running
      },
      putBack: delayMs => {
        if (held.delete(id)) comeAgain(job.message, delayMs)
      },
    }
    const parsed = parse(schema, message)
    if (parsed.success) take(parsed.data, delivery)
    else void delivery.run(() => Promise.reject(parsed.error))
  }

  await pullJobs(options, receive)
  for (const [id, { message, running }] of held) {
    if (running) continue
    held.delete(id)
    comeAgain(message, GIVE_BACK_MS)
  }
  await Promise.all(Array.from(held.values(), ({ running }) => running))
  clearInterval(heartbeat)
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
  { nats, log }: PullOptions,
): Promise<void> {
  const { subject } = message
  if (isOfClosedAccount(error)) {
    log.info({ subject }, 'a job of a closed account was dropped')
    message.ack()
    return
  }
  if (failures < MAX_FAILURES && !isFinal(error)) {
    log.warn({ err: error, subject, failures }, 'a job failed and will be tried again')
    comeAgain(message, 1_000 * 2 ** (failures - 1))
    return
  }
  const reason = error instanceof Error ? error.message : String(error)
  const notes = headers()
  notes.set('Lectern-Reason', reason.replace(/\s+/g, ' ').slice(0, 500))
  try {
    await nats.jetstream().publish(`dead.${subject}`, message.data, {
      headers: notes,
      msgID: `${subject}/${message.info.streamSequence}`,
    })
    log.error({ err: error, subject }, 'a job failed for good: moved to the dead letters')
    message.ack()
  } catch (refusal) {
    log.error({ err: refusal, subject }, 'a job could not be moved to the dead letters')
    comeAgain(message, HEARTBEAT_MS)
  }
}
