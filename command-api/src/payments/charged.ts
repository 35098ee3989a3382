import type Stripe from 'stripe'

/** The money of a payment, as Stripe has it. */
export type Charged = {
  readonly at: string
  /** Both in the smallest unit of the currency. */
  readonly amount: number
  readonly refunded: number
  readonly currency: string
  /** undefined where there is no dispute, or the bank decided for us. */
  readonly dispute: 'open' | 'lost' | undefined
  /** Stripe's page with the receipt. Its address stops working after some weeks, so it is not kept. */
  readonly url: string | null
}

export const chargedOf = (
  { amount, amount_refunded: refunded, currency, created, receipt_url: url }: Stripe.Charge,
  dispute: Charged['dispute'],
): Charged => ({ at: new Date(created * 1_000).toISOString(), amount, refunded, currency, dispute, url })

/** How disputes end without a loss. */
const SETTLED: readonly string[] = ['won', 'warning_closed', 'prevented']

export const disputeOf = async (stripe: Stripe, paymentIntentId: string): Promise<Charged['dispute']> => {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 })
  if (data.some(({ status }) => status === 'lost')) return 'lost'
  return data.some(({ status }) => !SETTLED.includes(status)) ? 'open' : undefined
}
