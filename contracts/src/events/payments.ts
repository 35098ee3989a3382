import { z } from 'zod'
import { Plan, Tier } from '../plans.ts'

// Events of an account about its payments. These names and shapes are stored forever. They hold ids, amounts, a currency
// and states; never a name, an address or a card.

const at = z.iso.datetime()

/** amount is in the smallest unit of the currency, which is written as Stripe does: usd. */
const payment = {
  userId: z.uuid(),
  libraryId: z.uuid(),
  /** Stripe's id of the payment: pi_… */
  paymentIntentId: z.string().min(1),
  tier: Tier,
  amount: z.int().nonnegative(),
  currency: z.string(),
  at,
}
/** The plan that the account has afterwards; limit null is unlimited. The allowance of its library follows. */
const allowance = { plan: Plan, limit: z.int().positive().nullable() }

/** Stripe has the money, and the account has the tier. */
export const PlanPurchased = z.object({
  type: z.literal('PlanPurchased'),
  data: z.object({ ...payment, ...allowance }),
})

/** All money of a purchase went back: by a refund, or because a dispute was lost. */
export const PlanRefunded = z.object({
  type: z.literal('PlanRefunded'),
  data: z.object({ ...payment, ...allowance, cause: z.enum(['refund', 'dispute']) }),
})

/** The money of a refunded purchase came back to us: the refund failed, or the dispute was won after all. */
export const PlanRestored = z.object({
  type: z.literal('PlanRestored'),
  data: z.object({ ...payment, ...allowance }),
})

/** The card's holder disputes the payment at the bank. The plan stays until the dispute is lost. */
export const PaymentDisputed = z.object({ type: z.literal('PaymentDisputed'), data: z.object(payment) })

/** A payment that buys nothing, so it goes back. plan-held: the account had the tier, or a higher one, already. */
export const PaymentUnwanted = z.object({
  type: z.literal('PaymentUnwanted'),
  data: z.object({ ...payment, reason: z.enum(['plan-held', 'wrong-amount', 'wrong-currency']) }),
})

/** The money of an unwanted payment is back with the person who paid. */
export const PaymentReturned = z.object({ type: z.literal('PaymentReturned'), data: z.object(payment) })

/** The money of a payment that buys nothing, or nothing any more, had gone back and came to us again. An operator must return it. */
export const ReturnFailed = z.object({ type: z.literal('ReturnFailed'), data: z.object(payment) })
