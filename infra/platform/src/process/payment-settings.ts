import type { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import type { Config } from './config.ts'

/** Where a browser finds what it needs to pay. */
export const paymentSettings = ({
  stripePublishableKey: publishableKey,
  stripeApiBase,
  stripeStandIn = false,
}: Partial<Pick<Config, 'stripePublishableKey' | 'stripeApiBase' | 'stripeStandIn'>>): PaymentSettings => {
  if (publishableKey === undefined) return { mode: 'off' }
  return stripeStandIn
    ? { mode: 'stand-in', publishableKey, script: new URL('/v3/stripe.js', stripeApiBase).href }
    : { mode: 'stripe', publishableKey, script: 'https://js.stripe.com/v3/' }
}
