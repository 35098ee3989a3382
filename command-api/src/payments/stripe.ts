import { hash } from 'node:crypto'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { PAYMENT_EVENTS } from '@lectern/contracts/events/stripe.ts'
import { CURRENCY, PLANS, priceOf, Tier } from '@lectern/contracts/plans.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type Stripe from 'stripe'
import type { Payment } from '../domain/account/payments.ts'
import { type Charged, chargedOf, disputeOf } from './charged.ts'
import { readStripeEvent, type StripeFacts } from './read-stripe-event.ts'

/** The version of Stripe's API that the SDK's types describe. */
const API_VERSION = '2026-10-28.endive'
/** Milliseconds for each try of a call. */
const CALL_MS = 8_000
/** Seconds that a webhook may be old, or ahead of our clock. */
const TOLERANCE_S = 300
/** Stripe's codes for a payment whose refund it refuses whenever it is asked for. */
const NOT_REFUNDABLE: ReadonlySet<string | undefined> = new Set([
  'charge_disputed',
  'charge_not_refundable',
  'resource_missing',
])

/** A person's wish to buy. `times` tells one wish from the next: a repeated wish has the same payment. */
export type Wish = {
  readonly userId: string
  readonly tier: Tier
  readonly times: number
}
export type Pages = { readonly success: string; readonly cancelled: string }

/** A payment of ours, as Stripe has it. */
export type Intent = {
  readonly id: string
  readonly clientSecret: string
  readonly userId: string
  readonly tier: Tier
  readonly status: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** Why the last try failed, in Stripe's words. */
  readonly failure: string | undefined
}

/** The part of Stripe that we use. Calls throw where Stripe does not answer. */
export type StripePort = {
  /** Checks the signature of a webhook's raw bytes. @throws Rejected webhook-unverified */
  verify(raw: Buffer, signature: string | undefined): Promise<StripeFacts>
  /** Makes the payment of a wish, or finds it again. */
  intentFor(wish: Wish): Promise<Intent>
  /** The address of the hosted page, where the person pays. @throws Rejected already-paid */
  checkoutFor(wish: Wish & { readonly email: string }, pages: Pages): Promise<string>
  /** A hosted page that charges $1.00 and buys nothing. */
  testCheckout(email: string, pages: Pages): Promise<string>
  /** undefined where Stripe has no such payment, or it is not ours. */
  findIntent(paymentIntentId: string): Promise<Intent | undefined>
  /** The state of the money; undefined while none has come, and for payments that are not ours. */
  payment(paymentIntentId: string): Promise<(Payment & { readonly userId: string }) | undefined>
  /** The charge of a payment, for its receipt; undefined as for payment. */
  charged(paymentIntentId: string): Promise<Charged | undefined>
  /**
   * Gives all money back, once.
   * @returns false where Stripe never will, as for a disputed payment, or where the payment was begun in an earlier store
   */
  refund(paymentIntentId: string): Promise<boolean>
  /** Changes of payments since then, newest first. @param since seconds since 1970 */
  eventsSince(since: number): AsyncIterable<StripeFacts>
}

export type StripeConfig = Partial<
  Pick<Config, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiBase' | 'stripeStandIn'>
>

/**
 * Stripe by its own SDK; undefined where no key is set. The SDK is loaded when it is first needed, since it takes 30 MB.
 * @param storeId marks our payments: other systems may use the same account of Stripe
 * @param earlier ids of the stores that this one was filled from, whose payments are ours, too
 */
export const connectStripe = (
  config: StripeConfig,
  storeId: string,
  earlier: readonly string[] = [],
): StripePort | undefined => {
  const { stripeSecretKey, stripeWebhookSecret = '', stripeApiBase } = config
  if (stripeSecretKey === undefined) return undefined
  const secrets = stripeWebhookSecret.split(',')
  let loading: Promise<Stripe> | undefined
  const load = async (): Promise<Stripe> => {
    const { default: StripeSdk } = await import('stripe')
    return new StripeSdk(stripeSecretKey, {
      apiVersion: API_VERSION,
      timeout: CALL_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(stripeApiBase !== undefined && addressOf(stripeApiBase)),
    })
  }
  const sdk = (): Promise<Stripe> => {
    loading ??= load()
    return loading
  }

  const metadataOf = ({ userId, tier }: Wish) => ({ lectern_store: storeId, user_id: userId, tier })

  /** Who pays for what; undefined where the payment is not ours. */
  const ownerOf = ({ metadata }: { metadata: Stripe.Metadata | null }) => {
    const tier = Tier.safeParse(metadata?.tier).data
    const userId = metadata?.user_id
    const isOurs = [storeId, ...earlier].includes(metadata?.lectern_store ?? '')
    if (!isOurs || userId === undefined || tier === undefined) return undefined
    return { userId, tier }
  }

  const intentOf = (intent: Stripe.PaymentIntent): Intent | undefined => {
    const owner = ownerOf(intent)
    return (
      owner && {
        id: intent.id,
        clientSecret: intent.client_secret ?? '',
        ...owner,
        status: statusOf(intent.status),
        failure: intent.last_payment_error?.message,
      }
    )
  }

  const retrieve = async (id: string): Promise<Stripe.PaymentIntent | undefined> => {
    const stripe = await sdk()
    return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }).catch(unlessMissing)
  }

  /** A payment of ours that has arrived, with its charge. */
  const arrived = async (id: string) => {
    const intent = await retrieve(id)
    const owner = intent && ownerOf(intent)
    const charge = intent?.latest_charge
    if (intent?.status !== 'succeeded' || owner === undefined) return undefined
    if (charge === null || typeof charge !== 'object') return undefined
    return { intent, owner, charge }
  }

  return {
    verify: async (raw, signature) => {
      const { webhooks } = await sdk()
      const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? '')?.[1])
      // The SDK lets signatures of the future pass.
      if (at > Date.now() / 1_000 + TOLERANCE_S) throw new Rejected('webhook-unverified')
      for (const secret of secrets) {
        try {
          return readStripeEvent(webhooks.constructEvent(raw, signature ?? '', secret, TOLERANCE_S))
        } catch {
          // Another secret may fit.
        }
      }
      throw new Rejected('webhook-unverified')
    },

    intentFor: async wish => {
      const stripe = await sdk()
      const params = {
        amount: priceOf(wish.tier),
        currency: CURRENCY,
        allowed_payment_method_types: ['card'],
        description: nameOf(wish.tier),
        metadata: metadataOf(wish),
      } satisfies Stripe.PaymentIntentCreateParams
      for (let attempt = 0; ; attempt += 1) {
        const made = await stripe.paymentIntents.create(params, keyOf(params, wish.times, attempt))
        const intent = isRepeated(made) ? await stripe.paymentIntents.retrieve(made.id) : made
        const ours = intentOf(intent)
        if (ours === undefined) throw new Error(`Stripe made payment ${made.id} without our mark`)
        if (ours.status !== 'canceled') return ours
      }
    },

    checkoutFor: async ({ email, ...wish }, pages) => {
      const stripe = await sdk()
      const metadata = metadataOf(wish)
      const params = {
        ...sessionOf(nameOf(wish.tier), priceOf(wish.tier), email, pages),
        client_reference_id: wish.userId,
        metadata,
        payment_intent_data: { description: nameOf(wish.tier), metadata },
      } satisfies Stripe.Checkout.SessionCreateParams
      for (let attempt = 0; ; attempt += 1) {
        const made = await stripe.checkout.sessions.create(params, keyOf(params, wish.times, attempt))
        const { status, url } = isRepeated(made) ? await stripe.checkout.sessions.retrieve(made.id) : made
        if (status === 'complete') throw new Rejected('already-paid')
        if (status === 'open' && url) return url
      }
    },

    testCheckout: async (email, pages) => {
      const stripe = await sdk()
      const { url } = await stripe.checkout.sessions.create(sessionOf('Test payment', 100, email, pages))
      return url ?? ''
    },

    findIntent: async id => {
      const found = await retrieve(id)
      return found && intentOf(found)
    },

    payment: async id => {
      const found = await arrived(id)
      if (found === undefined) return undefined
      const { intent, owner, charge } = found
      const { refunded, disputed } = charge
      const isLost = disputed && !refunded && (await disputeOf(await sdk(), id)) === 'lost'
      return {
        paymentIntentId: id,
        ...owner,
        amount: intent.amount_received,
        currency: intent.currency,
        state: refunded ? 'refunded' : isLost ? 'lost' : 'paid',
        disputed,
      }
    },

    charged: async id => {
      const found = await arrived(id)
      if (found === undefined) return undefined
      const { charge } = found
      return chargedOf(charge, charge.disputed ? await disputeOf(await sdk(), id) : undefined)
    },

    refund: async id => {
      const stripe = await sdk()
      const intent = await retrieve(id)
      // Another installation may hold it: this one was filled from its backup, perhaps for a look.
      if (intent !== undefined && intent.metadata.lectern_store !== storeId) return false
      try {
        const key = { idempotencyKey: `lectern-return-${id}` }
        await stripe.refunds.create({ payment_intent: id, reason: 'duplicate' }, key)
      } catch (error) {
        if (NOT_REFUNDABLE.has(codeOf(error))) return false
        if (codeOf(error) !== 'charge_already_refunded') throw error
      }
      return true
    },

    eventsSince: async function* (since) {
      const stripe = await sdk()
      const asked = { types: [...PAYMENT_EVENTS], created: { gte: since }, limit: 100 }
      for await (const event of stripe.events.list(asked)) yield readStripeEvent(event)
    },
  }
}

const addressOf = (base: string) => {
  const { protocol, hostname, port } = new URL(base)
  const isHttps = protocol === 'https:'
  return {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? 443 : 80),
  } as const
}

const nameOf = (tier: Tier): string => `Lectern Lifetime ${PLANS[tier].name}`

const sessionOf = (name: string, cents: number, email: string, { success, cancelled }: Pages) =>
  ({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        price_data: { currency: CURRENCY, unit_amount: cents, product_data: { name } },
        quantity: 1,
      },
    ],
    // Amounts are checked in our currency.
    adaptive_pricing: { enabled: false },
    customer_email: email,
    success_url: success,
    cancel_url: cancelled,
  }) satisfies Stripe.Checkout.SessionCreateParams

/** A repeated wish has the same key, so a double click and a second tab have one payment. */
const keyOf = (params: object, times: number, attempt: number) => ({
  idempotencyKey: `lectern-${hash('sha256', JSON.stringify([params, times, attempt]), 'base64url')}`,
})

/** Stripe answers a repeated call as the first time, also where the payment has gone on since. */
const isRepeated = ({ lastResponse }: { lastResponse: { headers: Record<string, string> } }): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true'

const statusOf = (status: string): Intent['status'] =>
  status === 'succeeded' || status === 'processing' || status === 'canceled' ? status : 'open'

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'resource_missing') throw error
}
