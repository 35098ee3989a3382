import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Answer } from './answer.ts'
import { apiRoutes } from './api.ts'
import { createCheckout } from './checkout.ts'
import { StripeRefusal } from './errors.ts'
import { type Form, readForm } from './form.ts'
import { newId, type StripeEvent, seconds } from './objects.ts'
import { createPayments } from './payments.ts'
import { openState } from './state.ts'
import { visitorRoutes } from './visitors.ts'
import { createWebhooks } from './webhooks.ts'

export type StandInOptions = {
  /** 0: a free one. */
  readonly port: number
  readonly secretKey: string
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** Keeps the state; undefined keeps it in memory. */
  readonly file?: string | undefined
  /** Default 2: each event comes twice. */
  readonly copies?: number
  /** Default 150. */
  readonly shuffleMs?: number
  /** Webhooks are sent only when a test sends them. */
  readonly holdsWebhooks?: boolean
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>

/** The version whose shapes we answer in, whatever version is asked for. */
const API_VERSION = '2026-10-28.endive'
const ANSWERS_KEPT = 1_000
const BODY_MAX = 65_536

/** Serves on loopback until `stop`. */
export const startStandIn = async (options: StandInOptions) => {
  const { secretKey, file, copies = 2, shuffleMs = 150, holdsWebhooks = false } = options
  const { state, save } = openState(file)
  const timers = new Set<NodeJS.Timeout>()
  let origin = ''

  const webhooks = createWebhooks(
    { url: options.webhookUrl, secret: options.webhookSecret, copies, shuffleMs },
    eventId => {
      state.undelivered = state.undelivered.filter(id => id !== eventId)
      save()
    },
  )
  let idempotencyKey: string | null = null
  const emit = (type: string, object: object): void => {
    const event: StripeEvent = {
      ...{ object: 'event', id: newId('evt'), api_version: API_VERSION, created: seconds() },
      ...{ data: { object: structuredClone(object) }, livemode: false, pending_webhooks: 1 },
      ...{ request: { id: null, idempotency_key: idempotencyKey }, type },
    }
    state.events.push(event)
    if (holdsWebhooks) return
    state.undelivered.push(event.id)
    webhooks.deliver(event)
  }
  const later = (work: () => void, ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
      save()
    }, ms)
    timers.add(timer)
  }
  const payments = createPayments(state, emit, later)
  const checkout = createCheckout(state, emit, payments, () => origin)
  const routes = apiRoutes(state, payments, checkout)
  const visit = visitorRoutes({ payments, checkout })

  /** Answers a call of the API; one repeated under its Idempotency-Key as the first time. */
  const answerCall = (request: IncomingMessage, path: string, given: Form): Answer => {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    const found = routes.find(([method, pattern]) => method === request.method && pattern.test(path))
    if (found === undefined)
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${path}).`,
      })
    const [, pattern, answer] = found
    const ids = pattern.exec(path)?.slice(1) ?? []
    const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined
    if (key === undefined) return { status: 200, body: answer({ ids, given }) }

    const digest = hash('sha256', JSON.stringify([path, given]))
    const earlier = state.answers[key]
    if (earlier !== undefined && earlier.hash !== digest)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (earlier !== undefined) return { ...earlier, headers: { 'idempotent-replayed': 'true' } }
    idempotencyKey = key
    const body = structuredClone(answer({ ids, given }))
    idempotencyKey = null
    state.answers[key] = { hash: digest, status: 200, body }
    for (const old of Object.keys(state.answers).slice(0, -ANSWERS_KEPT)) delete state.answers[old]
    return { status: 200, body }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    // Pages of other names that resolve to loopback are strangers.
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
      return { status: 421, body: 'This address is not served here.' }
    if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) return { status: 413, body: '' }
    const body = request.method === 'POST' ? await text(request) : ''
    const given = readForm(request.method === 'POST' ? body : url.search.slice(1))
    try {
      const visited = visit(request.method ?? 'GET', url, given)
      if (visited !== undefined) return visited
      return answerCall(request, url.pathname, given)
    } catch (error) {
      idempotencyKey = null
      if (error instanceof StripeRefusal) return { status: error.status, body: error.body }
      throw error
    } finally {
      if (request.method === 'POST') save()
    }
  }

  const server = createServer((request, response) => {
    answer(request)
      .then(answered => respond(response, answered))
      .catch(error => respond(response, { status: 500, body: { error: { message: String(error) } } }))
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`

  for (const id of state.undelivered) {
    const event = state.events.find(each => each.id === id)
    if (event !== undefined) webhooks.deliver(event)
  }

  return {
    port,
    origin,
    state,
    payments,
    checkout,
    /** Sends a webhook once; whether it was accepted. */
    send: webhooks.send,
    stop: async () => {
      webhooks.stop()
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A text is sent with the type that its headers name, anything else as JSON. */
const respond = (response: ServerResponse, { status, body, headers = {} }: Answer): void => {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'request-id': newId('req'),
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(isText ? body : JSON.stringify(body))
}
