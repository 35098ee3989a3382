import type { Receipt } from '@lectern/contracts/api/account-settings.ts'
import type { Payments } from '../domain/account/payments.ts'
import type { Charged } from './charged.ts'
import type { StripePort } from './stripe.ts'

/** Payments that a page of receipts shows at most; each is a call of Stripe. */
const SHOWN_MAX = 50

/**
 * The payments of an account, newest first. Stripe is asked for each: the account's events have no receipts, and not every
 * change of a payment. Throws where Stripe does not answer.
 */
export const receiptsOf = async ({ known }: Payments, stripe: StripePort): Promise<Receipt[]> => {
  const asked = [...known].slice(-SHOWN_MAX).map(async ([id, { tier, fate }]): Promise<Receipt[]> => {
    const charged = await stripe.charged(id)
    if (charged === undefined) return []
    const { at, amount, currency, url } = charged
    const boughtNothing = fate === 'unwanted' || fate === 'returned' || fate === 'return-failed'
    return [{ id, tier, at, amount, currency, url, state: stateOf(charged, boughtNothing) }]
  })
  return (await Promise.all(asked)).flat().toSorted((a, b) => b.at.localeCompare(a.at))
}

const stateOf = ({ refunded, amount, dispute }: Charged, boughtNothing: boolean): Receipt['state'] => {
  const isBack = refunded >= amount || dispute === 'lost'
  if (boughtNothing) return isBack ? 'returned' : 'being-returned'
  if (isBack) return 'refunded'
  if (dispute === 'open') return 'disputed'
  return refunded > 0 ? 'partly-refunded' : 'paid'
}
