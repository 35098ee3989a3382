import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { StripeEvent } from './objects.ts'

export type Delivery = {
  /** Receives the webhooks. */
  readonly url: string
  readonly secret: string
  /** Times that each event is sent although it was accepted. Stripe may send one repeatedly. */
  readonly copies: number
  /** Longest time in ms before an event is sent, so that events arrive in any order. */
  readonly shuffleMs: number
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000
/** A copy follows within this time, in ms. */
const COPY_MS = 2_000

/** The Stripe-Signature header of a payload. @param at seconds since 1970 */
export const signatureOf = (payload: string, secret: string, at: number): string => {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${signature}`
}

/**
 * Sends events until each was accepted, in any order and repeatedly.
 * @param onDelivered called when an event is accepted for the first time
 */
export const createWebhooks = (
  { url, secret, copies, shuffleMs }: Delivery,
  onDelivered: (eventId: string) => void,
) => {
  const stopping = new AbortController()
  const { signal } = stopping

  const send = async (event: StripeEvent): Promise<boolean> => {
    const payload = JSON.stringify(event, null, 2)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(payload, secret, Math.floor(Date.now() / 1_000)),
      'user-agent': 'Stripe/1.0 (stand-in)',
    }
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: payload,
        signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  const deliver = async (event: StripeEvent): Promise<void> => {
    await pause(Math.random() * shuffleMs, undefined, { signal })
    for (let wait = FIRST_RETRY_MS; !(await send(event)); wait = Math.min(wait * 2, LAST_RETRY_MS))
      await pause(wait, undefined, { signal })
    onDelivered(event.id)
    for (let copy = 1; copy < copies; copy += 1) {
      await pause(Math.random() * COPY_MS, undefined, { signal })
      await send(event)
    }
  }

  return {
    /** Sends once; whether it was accepted. */
    send,
    /** Sends in the background until it is accepted. */
    deliver: (event: StripeEvent): void => {
      // It was stopped; the next start goes on.
      deliver(event).catch(() => {})
    },
    stop: () => stopping.abort(),
  }
}
