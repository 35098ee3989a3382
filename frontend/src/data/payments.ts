import {
  CheckoutAnswer,
  ConfirmPaymentAnswer,
  PaymentAnswer,
  PaymentSettings,
} from '@lectern/contracts/api/payments.ts'
import type { Tier } from '@lectern/contracts/plans.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson, type Schema, sendOk } from '../lib/api.ts'

/** Whether plans can be bought here, and what the card form needs for it. */
export const fetchPaymentSettings = (signal: AbortSignal): Promise<PaymentSettings> =>
  getJson('/api/payments', PaymentSettings, { signal })

export const paymentSettingsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => fetchPaymentSettings(signal),
})

const ask = async <T>(path: string, body: object, schema: Schema<T>, signal?: AbortSignal): Promise<T> => {
  const response = await sendOk({ method: 'POST', path, body }, undefined, signal)
  return schema.parse(await response.json())
}

/**
 * The address of the hosted page where this person pays for the tier. Throws ApiError on a refusal: 401 without a
 * session, 409 where the plan is held.
 * @param uploadId a file whose import waits: it is kept, and the page leads back to /import
 */
export const createTierCheckout = (
  tier: Tier,
  uploadId?: string,
  signal?: AbortSignal,
): Promise<CheckoutAnswer> => ask('/api/create-tier-checkout', { tier, uploadId }, CheckoutAnswer, signal)

/** The payment for the card form, the same one while it is open. Throws as createTierCheckout does. */
export const createPayment = (tier: Tier, uploadId: string, signal: AbortSignal): Promise<PaymentAnswer> =>
  ask('/api/create-payment-intent', { tier, uploadId }, PaymentAnswer, signal)

/** Stripe's word on a payment. Throws ApiError: 402 where nothing was paid. */
export const confirmPayment = (paymentIntentId: string): Promise<ConfirmPaymentAnswer> =>
  ask('/api/confirm-payment', { paymentIntentId }, ConfirmPaymentAnswer)
