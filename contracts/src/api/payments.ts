import { z } from 'zod/mini'
import { EMAIL_MAX } from '../limits.ts'
import { Tier } from '../plans.ts'

/** GET /api/payments, for everybody: whether plans can be bought here, and what the card form needs for it. */
export const PaymentSettings = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('off') }),
  z.object({
    /** stand-in: no money moves, and only test cards work. */
    mode: z.enum(['stripe', 'stand-in']),
    publishableKey: z.string(),
    /** The script that defines Stripe(). */
    script: z.string(),
  }),
])
export type PaymentSettings = z.infer<typeof PaymentSettings>

/** POST /api/create-payment-intent. The body may be absent. */
export const CreatePaymentRequest = z.object({ tier: z._default(Tier, 'pro') })

export const PaymentAnswer = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  tier: Tier,
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
})
export type PaymentAnswer = z.infer<typeof PaymentAnswer>

/** POST /api/confirm-payment. */
export const ConfirmPaymentRequest = z.object({
  paymentIntentId: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,200}$/)),
})

/** Stripe's word on the payment. It grants nothing: the plan follows Stripe's own message. */
export const ConfirmPaymentAnswer = z.object({
  success: z.literal(true),
  status: z.enum(['succeeded', 'processing']),
  tier: Tier,
})
export type ConfirmPaymentAnswer = z.infer<typeof ConfirmPaymentAnswer>

/** POST /api/create-tier-checkout. */
export const TierCheckoutRequest = z.object({ tier: Tier })

/** POST /api/test-checkout, on a developer's machine alone. */
export const TestCheckoutRequest = z.object({
  email: z.pipe(
    z
      .string('Please enter an email address for the test')
      .check(
        z.trim(),
        z.minLength(1, 'Please enter an email address for the test'),
        z.maxLength(EMAIL_MAX, 'Please enter a valid email'),
      ),
    z.email('Please enter a valid email'),
  ),
})

/** The page where the person pays. */
export const CheckoutAnswer = z.object({ url: z.string() })
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>
