import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const needed = {
  DATABASE_URL: 'postgres://127.0.0.1/lectern',
  NATS_URL: 'nats://127.0.0.1',
  EVENT_STORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  EXPORTER_DATABASE_URL: 'postgres://127.0.0.1/lectern',
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

/** Whether settings are refused. Strangers may come at all but those of the first rows. */
const reach: [host: string, publicUrl: string, trustProxy: string, mayHaveStrangers: boolean][] = [
  ['127.0.0.1', '', '', false],
  ['localhost', '', '', false],
  ['::1', 'http://[::1]:8080', '', false],
  ['127.0.0.1', 'http://localhost:8080', '', false],
  ['127.0.0.1', '', '127.0.0.1', true],
  ['127.0.0.1', 'http://localhost:8080', '127.0.0.1', true],
  ['127.0.0.1', 'https://lectern.example', '', true],
  ['127.0.0.1', 'https://lectern.example', '127.0.0.1', true],
  ['127.0.0.1', 'http://10.0.0.7', '', true],
  ['0.0.0.0', 'http://localhost:8080', '', true],
  ['0.0.0.0', 'http://localhost:8080', '127.0.0.1', true],
  ['0.0.0.0', 'https://lectern.example', '', true],
  ['0.0.0.0', 'https://lectern.example', '127.0.0.1', true],
]

test.each(reach)(
  'with HOST=%s PUBLIC_URL=%s TRUST_PROXY=%s strangers may come, who could buy with test cards: %s',
  (HOST, PUBLIC_URL, TRUST_PROXY, mayHaveStrangers) => {
    const load = (more: object) => () =>
      loadConfig('gateway', { ...needed, ...keys, HOST, PUBLIC_URL, TRUST_PROXY, ...more })
    const live = { STRIPE_SECRET_KEY: 'sk_live_hidden' }
    expect(load(live)).not.toThrow()
    for (const [more, refusal] of [
      [{}, /^Configuration: STRIPE_SECRET_KEY: is a test key: strangers could buy/],
      [{ ...live, STRIPE_STAND_IN: 'true' }, /^Configuration: STRIPE_STAND_IN: strangers could buy/],
    ] as const)
      if (mayHaveStrangers) expect(load(more)).toThrow(refusal)
      else expect(load(more)).not.toThrow()
  },
)

test.each(['', '127.0.0.1'])(
  'HOST beyond loopback needs PUBLIC_URL, with TRUST_PROXY=%s too',
  TRUST_PROXY => {
    const load = () => loadConfig('gateway', { ...needed, HOST: '0.0.0.0', TRUST_PROXY })
    expect(load).toThrow(/^Configuration: PUBLIC_URL: is needed when HOST is not a loopback address$/)
  },
)
