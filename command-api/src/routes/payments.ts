import type { Receipts } from '@lectern/contracts/api/account-settings.ts'
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
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { allowanceOf } from '../domain/account/payments.ts'
import type { Uploads } from '../imports/uploads.ts'
import { receiptsOf } from '../payments/receipts.ts'
import { required } from '../payments/settle.ts'
import type { Pages, StripePort, Wish } from '../payments/stripe.ts'

export type PaymentRouteParts = Pick<Aggregates, 'accounts'> & {
  readonly users: Pick<Users, 'findById'>
  readonly uploads: Pick<Uploads, 'keep'>
  /** undefined where no key is set. */
  readonly stripe: StripePort | undefined
  readonly config: Pick<Config, 'publicUrl'>
  readonly limits: Limits
}

const HOUR_MS = 3_600_000
const RECEIPTS_AWAY =
  'The payment service does not answer, so your receipts cannot be shown. Please try again.'

/** Calls of a signed-in person who buys a plan. The plan itself follows Stripe's webhook. */
export const paymentRoutes = (
  app: FastifyInstance,
  { accounts, users, uploads, stripe, config: { publicUrl }, limits }: PaymentRouteParts,
): void => {
  const anHour = (limit: number) => limits.ofCaller(limit, { windowMs: HOUR_MS })

  /**
   * Keeps the file whose import waits for the plan: nobody pays for an import whose file is gone.
   * @throws Rejected plan-held; payments-off; upload-again
   */
  const wishOf = async (request: FastifyRequest, tier: Tier, uploadId?: string): Promise<Wish> => {
    const caller = requireCaller(request)
    const { userId } = caller
    required(stripe)
    const payments = await accounts.read(userId, account => account?.payments)
    // A signup that was interrupted is finished within seconds.
    if (payments === undefined) throw new Rejected('unavailable')
    if (!mayBuy(tier, allowanceOf(payments).plan)) throw new Rejected('plan-held')
    if (uploadId !== undefined) await uploads.keep(caller, uploadId)
    return { userId, tier, times: payments.known.size }
  }

  app.post(
    '/api/create-payment-intent',
    { onRequest: anHour(20) },
    async (request): Promise<PaymentAnswer> => {
      const { tier, uploadId } = readInput(CreatePaymentRequest, request.body)
      const wish = await wishOf(request, tier, uploadId)
      const { id, clientSecret, status } = await orUnavailable(request, required(stripe).intentFor(wish))
      if (status !== 'open') throw new Rejected('already-paid')
      return { clientSecret, paymentIntentId: id, tier, amount: priceOf(tier), currency: CURRENCY }
    },
  )

  app.post(
    '/api/confirm-payment',
    { onRequest: limits.ofCaller(60) },
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
      const { tier, uploadId } = readInput(TierCheckoutRequest, request.body)
      const wish = await wishOf(request, tier, uploadId)
      const email = (await users.findById(wish.userId))?.email
      if (email === undefined) throw new Rejected('signed-out')
      const pages = pagesOf(request, publicUrl, uploadId === undefined ? UPGRADE_PAGES : IMPORT_PAGES)
      return { url: await orUnavailable(request, required(stripe).checkoutFor({ ...wish, email }, pages)) }
    },
  )
}

/** The caller's payments. A read, but only command-api may ask Stripe. */
export const receiptRoute = (
  app: FastifyInstance,
  { accounts, stripe, limits }: Pick<PaymentRouteParts, 'accounts' | 'stripe' | 'limits'>,
): void => {
  const options = { onRequest: limits.ofCaller(30, { name: 'receipts' }), exposeHeadRoute: false }
  app.get('/api/account/receipts', options, async (request, reply): Promise<Receipts> => {
    const { userId } = requireCaller(request)
    const payments = await accounts.read(userId, account => account?.payments)
    reply.header('cache-control', 'no-store')
    if (payments === undefined || payments.known.size === 0) return { receipts: [] }
    try {
      return { receipts: await receiptsOf(payments, required(stripe)) }
    } catch (error) {
      request.log.error({ err: error }, 'Stripe did not tell of receipts')
      throw new Rejected('unavailable', {}, RECEIPTS_AWAY)
    }
  })
}

/** A developer's try of checkout and webhook, where the stand-in runs. It buys nothing. */
export const testCheckoutRoute = (
  app: FastifyInstance,
  { stripe, config: { publicUrl }, limits }: Pick<PaymentRouteParts, 'stripe' | 'config' | 'limits'>,
): void => {
  const limited = limits.ofAddress({ limit: 20, windowMs: HOUR_MS, name: 'test-checkouts' })
  const options = { onRequest: limited, config: { isPublic: true } }
  app.post('/api/test-checkout', options, async (request): Promise<CheckoutAnswer> => {
    const { email } = readInput(TestCheckoutRequest, request.body)
    const pages = pagesOf(request, publicUrl, { ...UPGRADE_PAGES, cancelled: '/webhook-test' })
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

const UPGRADE_PAGES: Pages = {
  success: '/checkout/success?session_id={CHECKOUT_SESSION_ID}',
  cancelled: '/upgrade?upgrade=cancelled',
}
const IMPORT_PAGES: Pages = { success: '/import?payment=success', cancelled: '/import?payment=cancelled' }

/** The pages that a hosted checkout leads back to, on the site where the person is signed in. */
const pagesOf = ({ headers }: FastifyRequest, publicUrl: URL | undefined, paths: Pages): Pages => {
  const own = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.exec(headers.origin ?? '')?.[0]
  const site = publicUrl?.origin ?? own ?? `http://${headers.host ?? 'localhost'}`
  return { success: `${site}${paths.success}`, cancelled: `${site}${paths.cancelled}` }
}
