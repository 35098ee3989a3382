import { setTimeout as pause } from 'node:timers/promises'
import { Reply } from '@lectern/contracts/jobs.ts'
import { ErrorCode, headers, type MsgHdrs, type NatsError } from 'nats'
import { z } from 'zod'
import type { Log } from '../process/log.ts'
import { span, spanIn, traced } from '../process/tracing.ts'
import type { Nats } from './connect.ts'

/** The other side refused the request. `code` is its own; a retryable request may be sent again later. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  readonly retryable: boolean
  constructor(code: string, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

const Done = z.object({ ok: z.literal(true), position: z.string().optional() })

/** Whether the account that a command is about was closed: nobody needs it any more. */
export const isOfClosedAccount = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'account-closed'

/** Whether a repetition would fail again: refused, too large, not allowed, or not a valid message. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refused
    ? !error.retryable
    : error instanceof SyntaxError ||
      error instanceof z.ZodError ||
      (error as NatsError).code === ErrorCode.PermissionsViolation ||
      (error as NatsError).code === ErrorCode.MaxPayloadExceeded

/**
 * Sends a request once.
 * @param schema of the answer
 * @throws Refused; NatsError without an answer in time: the request may have been carried out or not
 */
export async function ask<Schema extends z.ZodType>(
  nats: Nats,
  subject: string,
  payload: unknown,
  schema: Schema,
  { timeoutMs }: { timeoutMs: number },
): Promise<z.infer<Schema>> {
  const message = await span(spanOf('request', subject), () =>
    nats.request(subject, JSON.stringify(payload), { timeout: timeoutMs, ...tracedHeaders() }),
  )
  const answer = message.json()
  const refusal = Reply.safeParse(answer)
  if (refusal.success && !refusal.data.ok) {
    throw new Refused(refusal.data.code, refusal.data.message, refusal.data.retryable)
  }
  return schema.parse(answer)
}

/** Tells something that nobody answers. */
export const tell = (nats: Nats, subject: string, payload: unknown): void =>
  nats.publish(subject, JSON.stringify(payload), tracedHeaders())

const TRACEPARENT = 'traceparent'

const tracedHeaders = (): { headers?: MsgHdrs } => {
  const { traceparent } = traced()
  if (traceparent === undefined) return {}
  const given = headers()
  given.set(TRACEPARENT, traceparent)
  return { headers: given }
}

const spanOf = (operation: 'request' | 'answer', subject: string) =>
  ({
    name: `${operation} ${subject}`,
    kind: operation === 'request' ? 'client' : 'server',
    attributes: { 'messaging.system': 'nats', 'messaging.destination.name': subject },
  }) as const

/**
 * Sends an idempotent command (it carries its commandId) until it is answered.
 * @param schema of the answer, where the command has one of its own
 * @throws a final error (isFinal); the signal's reason
 */
export async function command<Schema extends z.ZodType<{ ok: true }> = typeof Done>(
  nats: Nats,
  subject: string,
  payload: unknown,
  { signal, log, schema }: { signal: AbortSignal; log: Log; schema?: Schema },
): Promise<z.output<Schema>> {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 10_000)) {
    try {
      return (await ask(nats, subject, payload, schema ?? Done, { timeoutMs: 5_000 })) as z.output<Schema>
    } catch (error) {
      if (isFinal(error)) throw error
      log.warn({ err: error, subject }, 'a command was not answered and will be sent again')
    }
    await pause(waitMs, undefined, { signal })
  }
}

export type AnswerOptions<Schema extends z.ZodType> = {
  readonly nats: Nats
  readonly subject: string
  /** One instance of a queue gets each request. */
  readonly queue: string
  readonly schema: Schema
  /** Requests answered at once; the others wait. */
  readonly atOnce: number
  /** Gives the answer: a Reply for commands, a value of its own schema for other requests. Throws Refused to refuse. */
  readonly handle: (payload: z.infer<Schema>) => Promise<unknown>
  readonly log: Log
}

/** Answers requests until the returned function is called, which waits for those under way. */
export function answerRequests<Schema extends z.ZodType>(
  options: AnswerOptions<Schema>,
): () => Promise<void> {
  const subscription = options.nats.subscribe(options.subject, { queue: options.queue })
  const underWay = new Set<Promise<void>>()
  const answerAll = async () => {
    for await (const message of subscription) {
      const traces = [message.headers?.get(TRACEPARENT)]
      const answer = () => answerTo(message.data, options)
      const answering = spanIn(traces, spanOf('answer', options.subject), answer).then(answer => {
        message.respond(JSON.stringify(answer))
        underWay.delete(answering)
      })
      underWay.add(answering)
      if (underWay.size >= options.atOnce) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  }
  const done = answerAll()
  return async () => {
    await subscription.drain()
    await done
  }
}

async function answerTo<Schema extends z.ZodType>(
  data: Uint8Array,
  { schema, handle, log, subject }: AnswerOptions<Schema>,
): Promise<unknown> {
  const payload = schema.safeParse(parseJson(data))
  if (!payload.success)
    return { ok: false, code: 'bad-message', message: payload.error.message, retryable: false }
  try {
    return await handle(payload.data)
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, code: error.code, message: error.message, retryable: error.retryable }
    }
    log.error({ err: error, subject }, 'a request failed')
    return { ok: false, code: 'unavailable', message: 'Please try again.', retryable: true }
  }
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data))
  } catch {
    return undefined
  }
}
