import { randomBytes } from 'node:crypto'

/** Stripe's objects as far as we speak of them. Amounts are in cents, times in seconds since 1970. */
export type Metadata = Readonly<Record<string, string>>

export type PaymentIntent = {
  readonly object: 'payment_intent'
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly created: number
  readonly client_secret: string
  readonly livemode: false
  readonly metadata: Metadata
  readonly payment_method_types: readonly ['card']
  readonly description: string | null
  readonly receipt_email: string | null
  amount_received: number
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  latest_charge: string | null
  last_payment_error: Readonly<Record<string, unknown>> | null
  next_action: Readonly<Record<string, unknown>> | null
}

export type Charge = {
  readonly object: 'charge'
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly created: number
  readonly livemode: false
  readonly metadata: Metadata
  readonly payment_intent: string
  readonly paid: boolean
  readonly captured: boolean
  readonly status: 'succeeded' | 'failed'
  readonly billing_details: Readonly<Record<string, unknown>>
  readonly payment_method_details: Readonly<Record<string, unknown>>
  readonly receipt_url: string | null
  readonly failure_code: string | null
  readonly failure_message: string | null
  amount_refunded: number
  refunded: boolean
  disputed: boolean
}

export type Refund = {
  readonly object: 'refund'
  readonly id: string
  readonly amount: number
  readonly charge: string
  readonly created: number
  readonly currency: string
  readonly metadata: Metadata
  readonly payment_intent: string
  readonly reason: string | null
  status: 'succeeded' | 'failed'
  failure_reason: string | null
}

export type Dispute = {
  readonly object: 'dispute'
  readonly id: string
  readonly amount: number
  readonly charge: string
  readonly created: number
  readonly currency: string
  readonly livemode: false
  readonly payment_intent: string
  readonly reason: string
  status: 'needs_response' | 'won' | 'lost'
}

export type CheckoutSession = {
  readonly object: 'checkout.session'
  readonly id: string
  readonly mode: 'payment'
  readonly amount_subtotal: number
  readonly amount_total: number
  readonly currency: string
  readonly created: number
  readonly expires_at: number
  readonly client_reference_id: string | null
  readonly customer_email: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly success_url: string
  readonly cancel_url: string | null
  readonly url: string
  /** The name of what is bought. Stripe keeps it in line items. */
  readonly product: string
  readonly paymentMetadata: Metadata
  payment_intent: string | null
  payment_status: 'unpaid' | 'paid'
  status: 'open' | 'complete' | 'expired'
}

export type StripeEvent = {
  readonly object: 'event'
  readonly id: string
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: null; readonly idempotency_key: string | null }
  readonly type: string
}

/** An id as Stripe's are, such as pi_3Tq8hK2eZvKYlo2C1a2b3c4d. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0')}${Date.now().toString(36)}`

export const seconds = (): number => Math.floor(Date.now() / 1_000)
