import { CheckoutAnswer, PaymentSettings } from '@lectern/contracts/api/payments.ts'
import type { Tier } from '@lectern/contracts/plans.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson, sendOk } from '../lib/api.ts'

/** Whether plans can be bought here, and what the card form needs for it. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => getJson('/api/payments', PaymentSettings, { signal }),
})

/**
 * The address of the hosted page where this person pays for the tier. Throws ApiError on a refusal: 401 without a
 * session, 409 where the plan is held.
 */
export const createTierCheckout = async (tier: Tier): Promise<CheckoutAnswer> => {
  const response = await sendOk({ method: 'POST', path: '/api/create-tier-checkout', body: { tier } })
  return CheckoutAnswer.parse(await response.json())
}
