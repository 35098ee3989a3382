import { z } from 'zod'
import { Tier } from '../plans.ts'

// These names and shapes are stored forever. They hold ids, amounts, a currency and states; never a name, an address or a card.

/** The subject of a Stripe event: a payment intent, a charge, a refund, a dispute or a checkout session. */
export const StripeObject = z.object({
  /** Stripe's name of its kind, such as charge. */
  object: z.string(),
  id: z.string(),
  /** The payment that it belongs to; null where it names none. */
  paymentIntentId: z.string().nullable(),
  /** In the smallest unit of the currency. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
})
export type StripeObject = z.infer<typeof StripeObject>

/** Stripe told of something by a webhook, or in its list of events. Its stream has this one event. */
export const StripeEventReceived = z.object({
  type: z.literal('StripeEventReceived'),
  data: z.object({
    /** Stripe's id of the event: evt_… */
    stripeEventId: z.string().min(1),
    /** Such as payment_intent.succeeded. Types that we do not know are stored too. */
    stripeType: z.string(),
    livemode: z.boolean(),
    /** When it happened, by Stripe's clock. */
    created: z.iso.datetime(),
    /** null for kinds of objects that are no payments. */
    about: StripeObject.nullable(),
    at: z.iso.datetime(),
  }),
})

/**
 * A payment of an account that was closed, as the account knew it. The stream is named by the payment and has this one event:
 * money that arrives for other payments of the account goes back.
 */
export const PurchaseKept = z.object({
  type: z.literal('PurchaseKept'),
  data: z.object({
    paymentIntentId: z.string().min(1),
    tier: Tier,
    /** unwanted: it bought nothing, and its money has to go back. */
    fate: z.enum(['bought', 'given-back', 'unwanted', 'returned', 'return-failed']),
    at: z.iso.datetime(),
  }),
})

export const StripeEvent = z.discriminatedUnion('type', [StripeEventReceived, PurchaseKept])
export type StripeEvent = z.infer<typeof StripeEvent>

/** @param id of a Stripe event, or of a payment that is kept */
export const stripeStream = (id: string): string => `stripe-${id}`

/** Events after which the state of a payment may be another one. All others are stored, and nothing follows. */
export const PAYMENT_EVENTS = [
  'payment_intent.succeeded',
  'checkout.session.completed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const
