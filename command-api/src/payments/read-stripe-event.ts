import type { StripeEventReceived, StripeObject } from '@lectern/contracts/events/stripe.ts'
import type Stripe from 'stripe'
import { z } from 'zod'

/** The part of a Stripe event that we store. */
export type StripeFacts = Omit<z.infer<typeof StripeEventReceived>['data'], 'at'>

const KINDS = ['payment_intent', 'charge', 'refund', 'dispute', 'checkout.session'] as const

/** The fields of Stripe's objects that we keep. All others may name a person, an address or a card. */
const About = z.object({
  object: z.enum(KINDS),
  id: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  amount: z.int().nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  status: z.string().nullish(),
})

export const readStripeEvent = ({ id, type, livemode, created, data }: Stripe.Event): StripeFacts => ({
  stripeEventId: id,
  stripeType: type,
  livemode,
  created: new Date(created * 1_000).toISOString(),
  about: aboutOf(data.object),
})

const aboutOf = (object: unknown): StripeObject | null => {
  const read = About.safeParse(object).data
  if (read === undefined) return null
  const { payment_intent: payment, amount, amount_total, ...rest } = read
  const named = typeof payment === 'object' ? payment?.id : payment
  return {
    object: rest.object,
    id: rest.id,
    paymentIntentId: rest.object === 'payment_intent' ? rest.id : (named ?? null),
    amount: amount ?? amount_total ?? null,
    currency: rest.currency ?? null,
    status: rest.status ?? null,
  }
}
