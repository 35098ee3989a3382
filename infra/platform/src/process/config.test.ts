import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const needed = {
  DATABASE_URL: 'postgres://127.0.0.1/lectern',
  NATS_URL: 'nats://127.0.0.1',
  EVENT_STORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  INTERNAL_SECRET: 'a secret of at least thirty-two characters',
}

test.each(['127.0.0.1', '10.0.0.0/8, 192.168.1.7', '::1', 'fd00::/8'])('TRUST_PROXY takes %s', list => {
  expect(loadConfig('gateway', { ...needed, TRUST_PROXY: list }).trustProxy).toBe(list)
})

test.each(['true', 'proxy.example', '10.0.0.0/33', '10.0.0.1,'])(
  'TRUST_PROXY refuses %s in one line',
  list => {
    const load = () => loadConfig('gateway', { ...needed, TRUST_PROXY: list })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(/^Configuration: TRUST_PROXY: must be addresses or ranges .*$/)
  },
)

test('a service needs and gets only its own settings', () => {
  const { DATABASE_URL, NATS_URL } = needed
  const config = loadConfig('workers', {
    DATABASE_URL,
    NATS_URL,
    INTERNAL_SECRET: 'too short',
    LOG_LEVEL: '',
  })
  expect(config).toMatchObject({ databaseUrl: DATABASE_URL, logLevel: 'info', fetchAllowHosts: [] })
  expect(Object.keys(config)).not.toContain('internalSecret')
  expect(() => loadConfig('gateway', { DATABASE_URL, NATS_URL })).toThrow(/EVENT_STORE_URL.*INTERNAL_SECRET/)
})

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_hidden',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
}

test('payments need all keys of Stripe, or none', () => {
  expect(loadConfig('gateway', { ...needed, ...keys }).stripeSecretKey).toBe('sk_test_hidden')
  for (const name of Object.keys(keys)) {
    const load = () => loadConfig('gateway', { ...needed, ...keys, [name]: '' })
    expect(load).toThrow(/^Configuration: STRIPE_SECRET_KEY: .* are needed together$/)
  }
  const mixedUp = () =>
    loadConfig('gateway', { ...needed, ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_live_hidden' })
  expect(mixedUp).toThrow(
    /^Configuration: STRIPE_PUBLISHABLE_KEY: must be a publishable key of Stripe, such as pk_live_…$/,
  )
})

test.each([
  { PUBLIC_URL: 'http://127.0.0.1' },
  { TRUST_PROXY: '127.0.0.1' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://a.b' },
])('no stand-in of Stripe serves where strangers may come: %o', where => {
  const load = (more: object) =>
    loadConfig('gateway', { ...needed, ...keys, STRIPE_STAND_IN: 'true', ...more })
  expect(load({}).stripeStandIn).toBe(true)
  expect(() => load(where)).toThrow(/STRIPE_STAND_IN: strangers could buy with test cards/)
})

test.each(['https://lectern.example', 'http://10.0.0.7'])(
  'test keys of Stripe serve nobody at %s',
  publicUrl => {
    const load = (secret: string, at: string) =>
      loadConfig('command-api', { ...needed, ...keys, STRIPE_SECRET_KEY: secret, PUBLIC_URL: at })
    expect(() => load('sk_test_hidden', publicUrl)).toThrow(
      /^Configuration: STRIPE_SECRET_KEY: is a test key/,
    )
    expect(load('sk_live_hidden', publicUrl).stripeSecretKey).toBe('sk_live_hidden')
    for (const own of ['http://localhost:8080', 'http://[::1]:8080'])
      expect(load('sk_test_hidden', own).stripeSecretKey).toBe('sk_test_hidden')
  },
)
