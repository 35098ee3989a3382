import { isForThisMachineAlone } from '@lectern/platform/process/own-machine.ts'
import type { Secrets } from './data-dir.ts'

/**
 * Whether the stand-in takes the place of Stripe: no key is set, accounts need plans, and nobody but this machine's user can reach Lectern.
 * Elsewhere payments are off without keys, since strangers could buy with test cards.
 */
export const usesStripeStandIn = (env: NodeJS.ProcessEnv): boolean =>
  env.DEFAULT_PLAN !== 'legacy_unlimited' &&
  !env.STRIPE_SECRET_KEY &&
  !env.STRIPE_PUBLISHABLE_KEY &&
  !env.STRIPE_WEBHOOK_SECRET &&
  !env.STRIPE_API_BASE &&
  // With it, the gateway answers at no address of the stand-in's webhooks.
  !env.PUBLIC_URL &&
  isForThisMachineAlone({
    host: env.HOST || '127.0.0.1',
    publicUrl: undefined,
    trustProxy: env.TRUST_PROXY || undefined,
  })

/** Where the stand-in sends webhooks: the address at which the gateway listens. */
export const webhookUrl = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/stripe/webhook`

type Asked = {
  readonly env: NodeJS.ProcessEnv
  readonly ports: { readonly stripe: number }
  readonly secrets: Secrets
}

/** The settings with which services use the stand-in; none where it does not run. */
export const stripeEnv = ({ env, ports, secrets }: Asked): NodeJS.ProcessEnv =>
  usesStripeStandIn(env)
    ? {
        STRIPE_SECRET_KEY: `sk_test_${secrets('stripe key')}`,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
        STRIPE_WEBHOOK_SECRET: `whsec_${secrets('stripe webhook')}`,
        STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}`,
        STRIPE_STAND_IN: 'true',
      }
    : { STRIPE_STAND_IN: '' }
