import { type StandIn, startStandIn } from '@lectern/stripe-stand-in/server.ts'
import type { StripeConfig } from '../payments/stripe.ts'

export const WEBHOOK_SECRET = 'whsec_test'
const SECRET_KEY = 'sk_test_lectern'

/** A stand-in whose webhooks the test sends, and the settings with which services use it. */
export const startTestStripe = async (webhookUrl = 'http://127.0.0.1:9/') => {
  const standIn: StandIn = await startStandIn({
    ...{ port: 0, secretKey: SECRET_KEY, webhookUrl, webhookSecret: WEBHOOK_SECRET },
    holdsWebhooks: true,
  })
  const config: StripeConfig = {
    stripeSecretKey: SECRET_KEY,
    stripeWebhookSecret: `whsec_older,${WEBHOOK_SECRET}`,
    stripeApiBase: standIn.origin,
    stripeStandIn: true,
  }
  return { standIn, config, stop: standIn.stop }
}

export const card = (number = '4242424242424242') => ({ number, expiry: '12/40', cvc: '123' })
