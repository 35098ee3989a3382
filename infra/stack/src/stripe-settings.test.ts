import { expect, it } from 'vitest'
import { stripeEnv, usesStripeStandIn, webhookUrl } from './stripe-settings.ts'

it.each<NodeJS.ProcessEnv>([{}, { HOST: '' }, { HOST: 'localhost' }, { HOST: '::1', STRIPE_SECRET_KEY: '' }])(
  'the stand-in takes the place of Stripe with %o',
  env => {
    expect(usesStripeStandIn(env)).toBe(true)
  },
)

it.each<NodeJS.ProcessEnv>([
  { HOST: '0.0.0.0' },
  { HOST: '192.168.1.7' },
  { PUBLIC_URL: 'http://localhost:8080' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
  { TRUST_PROXY: '127.0.0.1' },
  { STRIPE_SECRET_KEY: 'sk_live_x' },
  { STRIPE_WEBHOOK_SECRET: 'whsec_x' },
  { DEFAULT_PLAN: 'legacy_unlimited' },
  { STRIPE_API_BASE: 'http://127.0.0.1:12111' },
])('nobody buys with a test card with %o', env => {
  expect(usesStripeStandIn(env)).toBe(false)
  const asked = { env: { ...env, STRIPE_STAND_IN: 'true' }, ports: {} as never, secrets: () => '' }
  expect(stripeEnv(asked)).toEqual({ STRIPE_STAND_IN: '' })
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080/api/stripe/webhook'],
  ['localhost', 'http://localhost:8080/api/stripe/webhook'],
  ['::1', 'http://[::1]:8080/api/stripe/webhook'],
])('the stand-in sends webhooks to a gateway at %s', (host, url) => {
  expect(webhookUrl({ host, port: 8080 })).toBe(url)
})
