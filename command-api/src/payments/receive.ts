import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { type StripeEventReceived, stripeStream } from '@lectern/contracts/events/stripe.ts'
import { type EventStore, WrongExpectedRevision } from '@lectern/platform/event-store/port.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { traced } from '@lectern/platform/process/tracing.ts'
import type { z } from 'zod'
import { eventId } from '../aggregate/issued.ts'
import { type LoopParts, loop } from '../loop.ts'
import type { StripeFacts } from './read-stripe-event.ts'
import type { StripePort } from './stripe.ts'

/** Stores what Stripe told, once. */
export type Receive = (facts: StripeFacts) => Promise<void>

type Parts = { readonly store: EventStore; readonly space: Pick<FreeSpace, 'isLow'> }

/** Each event of Stripe has a stream of its own, so one that comes again is recognised, wherever it arrives. */
export const receiver =
  ({ store, space }: Parts): Receive =>
  async facts => {
    if (space.isLow()) throw new Rejected('out-of-space')
    const { stripeEventId } = facts
    const received: z.infer<typeof StripeEventReceived> = {
      type: 'StripeEventReceived',
      data: { ...facts, at: new Date().toISOString() },
    }
    const metadata: EventMetadata = {
      ...{ actorId: 'system', via: 'system', commandId: stripeEventId, commandHash: '', generated: true },
      ...traced(),
    }
    const event = { id: eventId(stripeEventId, 'received', 0), ...received, metadata }
    await store.append(stripeStream(stripeEventId), 'no_stream', [event]).catch(error => {
      if (!(error instanceof WrongExpectedRevision)) throw error
    })
  }

const HOUR_S = 3_600
/** Seconds that Stripe lists an event. */
const LISTED_S = 30 * 24 * HOUR_S
/** The SDK and its first answers would slow the start down. */
const FIRST_AFTER_MS = 15_000
const AGAIN_AFTER_MS = 60_000

/**
 * Receives from Stripe's list of events what no webhook brought: at start whatever is still listed, then every hour what has
 * happened since, with an hour to spare.
 */
export const listEvents = (
  stripe: StripePort,
  receive: Receive,
  { firstMs = FIRST_AFTER_MS, ...parts }: LoopParts & { readonly firstMs?: number },
): void => {
  let since = Math.floor(Date.now() / 1_000) - LISTED_S
  const list = async (): Promise<void> => {
    const began = Math.floor(Date.now() / 1_000)
    for await (const facts of stripe.eventsSince(since)) await receive(facts)
    since = began - HOUR_S
  }
  const times = { firstMs, everyMs: HOUR_S * 1_000, againMs: AGAIN_AFTER_MS }
  loop({ ...parts, ...times, work: list, failure: "Stripe's events cannot be listed yet" })
}
