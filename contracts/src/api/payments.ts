import { z } from 'zod/mini'
import { EMAIL_MAX } from '../limits.ts'
import { Tier } from '../plans.ts'

/** GET /api/payments, for everybody: whether plans can be bought here, and what the card form needs for it. */
export type PaymentSettings =
  | { readonly mode: 'off' }
  | {
      /** stand-in: no money moves, and only test cards work. */
      readonly mode: 'stripe' | 'stand-in'
      readonly publishableKey: string
      /** The script that defines Stripe(). */
      readonly script: string
    }

/** zod's unions and literals would add 0.6 kB to the dashboard, which does not use them. */
export const PaymentSettings = z.pipe(
  z.object({
    mode: z.enum(['off', 'stripe', 'stand-in']),
    publishableKey: z._default(z.string(), ''),
    script: z._default(z.string(), ''),
  }),
  z.transform(({ mode, ...card }): PaymentSettings => (mode === 'off' ? { mode } : { mode, ...card })),
)

/** The uploaded file whose import waits for the plan. It is kept for some hours more. */
const uploadId = z.optional(z.guid('uploadId must be an id that a preview gave'))

/** POST /api/create-payment-intent. The body may be absent. */
export const CreatePaymentRequest = z.object({ tier: z._default(Tier, 'pro'), uploadId })

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
  /** Always true: what was not paid is refused with 402. */
  success: z.boolean(),
  status: z.enum(['succeeded', 'processing']),
  tier: Tier,
})
export type ConfirmPaymentAnswer = z.infer<typeof ConfirmPaymentAnswer>

/** POST /api/create-tier-checkout. With uploadId the hosted page leads back to the import. */
export const TierCheckoutRequest = z.object({ tier: Tier, uploadId })

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
