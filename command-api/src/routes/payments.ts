import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  type CheckoutAnswer,
  type ConfirmPaymentAnswer,
  ConfirmPaymentRequest,
  CreatePaymentRequest,
  type PaymentAnswer,
  TestCheckoutRequest,
  TierCheckoutRequest,
} from '@lectern/contracts/api/payments.ts'
import { CURRENCY, mayBuy, priceOf, type Tier } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit, rateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { allowanceOf } from '../domain/account/payments.ts'
import { required } from '../payments/settle.ts'
import type { Pages, StripePort, Wish } from '../payments/stripe.ts'

export type PaymentRouteParts = Pick<Aggregates, 'accounts'> & {
  readonly users: Pick<Users, 'findById'>
  /** undefined where no key is set. */
  readonly stripe: StripePort | undefined
  readonly config: Pick<Config, 'publicUrl' | 'rateLimits'>
}

const HOUR_MS = 3_600_000

/** Calls of a signed-in person who buys a plan. The plan itself follows Stripe's webhook. */
export const paymentRoutes = (
  app: FastifyInstance,
  { accounts, users, stripe, config: { publicUrl, rateLimits } }: PaymentRouteParts,
): void => {
  const anHour = (limit: number) =>
    rateLimit({ limit, windowMs: HOUR_MS, by: request => request.caller?.userId }, rateLimits)

  /** @throws Rejected plan-held; payments-off */
  const wishOf = async (request: FastifyRequest, tier: Tier): Promise<Wish> => {
    const { userId } = requireCaller(request)
    required(stripe)
    const payments = await accounts.read(userId, account => account?.payments)
    // A signup that was interrupted is finished within seconds.
    if (payments === undefined) throw new Rejected('unavailable')
    if (!mayBuy(tier, allowanceOf(payments).plan)) throw new Rejected('plan-held')
    return { userId, tier, times: payments.known.size }
  }

  app.post(
    '/api/create-payment-intent',
    { onRequest: anHour(20) },
    async (request): Promise<PaymentAnswer> => {
      const { tier } = readInput(CreatePaymentRequest, request.body)
      const wish = await wishOf(request, tier)
      const { id, clientSecret, status } = await orUnavailable(request, required(stripe).intentFor(wish))
      if (status !== 'open') throw new Rejected('already-paid')
      return { clientSecret, paymentIntentId: id, tier, amount: priceOf(tier), currency: CURRENCY }
    },
  )

  app.post(
    '/api/confirm-payment',
    { onRequest: callerRateLimit(60, rateLimits) },
    async (request): Promise<ConfirmPaymentAnswer> => {
      const { userId } = requireCaller(request)
      const { paymentIntentId } = readInput(ConfirmPaymentRequest, request.body)
      const found = await orUnavailable(request, required(stripe).findIntent(paymentIntentId))
      if (found?.userId !== userId) throw new Rejected('payment-not-found')
      const { status, tier, failure } = found
      if (status === 'open' || status === 'canceled') throw new Rejected('payment-failed', {}, failure)
      return { success: true, status, tier }
    },
  )

  app.post(
    '/api/create-tier-checkout',
    { onRequest: anHour(20) },
    async (request): Promise<CheckoutAnswer> => {
      const { tier } = readInput(TierCheckoutRequest, request.body)
      const wish = await wishOf(request, tier)
      const email = (await users.findById(wish.userId))?.email
      if (email === undefined) throw new Rejected('signed-out')
      const pages = pagesOf(request, publicUrl, '/upgrade?upgrade=cancelled')
      return { url: await orUnavailable(request, required(stripe).checkoutFor({ ...wish, email }, pages)) }
    },
  )
}

/** A developer's try of checkout and webhook, where the stand-in runs. It buys nothing. */
export const testCheckoutRoute = (
  app: FastifyInstance,
  { stripe, config: { publicUrl, rateLimits } }: Pick<PaymentRouteParts, 'stripe' | 'config'>,
): void => {
  const limited = rateLimit(
    { limit: 20, windowMs: HOUR_MS, by: request => rateLimitNetwork(request.clientAddress) },
    rateLimits,
  )
  const options = { onRequest: limited, config: { isPublic: true } }
  app.post('/api/test-checkout', options, async (request): Promise<CheckoutAnswer> => {
    const { email } = readInput(TestCheckoutRequest, request.body)
    const pages = pagesOf(request, publicUrl, '/webhook-test')
    return { url: await orUnavailable(request, required(stripe).testCheckout(email, pages)) }
  })
}

/** Stripe's own errors are for operators; the person may try again. */
const orUnavailable = async <T>({ log }: FastifyRequest, asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Rejected) throw error
    log.error({ err: error }, 'Stripe did not do what we asked')
    throw new Rejected('stripe-unavailable')
  }
}

/** The pages that a hosted checkout leads back to, on the site where the person is signed in. */
const pagesOf = ({ headers }: FastifyRequest, publicUrl: URL | undefined, cancelled: string): Pages => {
  const own = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.exec(headers.origin ?? '')?.[0]
  const site = publicUrl?.origin ?? own ?? `http://${headers.host ?? 'localhost'}`
  return {
    success: `${site}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelled: `${site}${cancelled}`,
  }
}
