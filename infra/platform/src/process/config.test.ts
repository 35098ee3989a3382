import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

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

test('OPERATORS takes ids of accounts, in any case, and nothing else', () => {
  const load = (OPERATORS: string) => loadConfig('gateway', { ...needed, OPERATORS }).operators
  const id = '01920000-0000-7000-8000-00000000000a'
  expect(load('')).toEqual([])
  expect(load(` ${id.toUpperCase()} ,${id},`)).toEqual([id, id])
  expect(() => load('ann@example.org')).toThrow(/^Configuration: OPERATORS: must be ids of accounts, /)
})

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

test('headers for a collector are as OpenTelemetry writes them', () => {
  const headers = 'api-key=a%20b=, X-Scope = c,'
  const given = loadConfig('gateway', { ...needed, OTEL_EXPORTER_OTLP_HEADERS: headers })
  expect(given.otelExporterOtlpHeaders).toEqual({ 'api-key': 'a b=', 'x-scope': 'c' })
})

/** What a gateway says of a setting, one line each. */
const refused: [NodeJS.ProcessEnv, RegExp][] = [
  [
    { DATABASE_URL: '' },
    /^DATABASE_URL is not set: it must be like postgres:\/\/user:password@host:5432\/name$/,
  ],
  [{ NATS_URL: '' }, /^NATS_URL is not set: it must be like nats:\/\/user:password@host:4222$/],
  [{ EVENT_STORE_URL: '' }, /^EVENT_STORE_URL is not set: it must be like esdb:\/\/host:2113$/],
  [{ EXPORTER_DATABASE_URL: '' }, /^EXPORTER_DATABASE_URL is not set: it must be like postgres:/],
  [{ INTERNAL_SECRET: '' }, /^INTERNAL_SECRET is not set: it must have at least 32 characters$/],
  [{ INTERNAL_SECRET: 'hidden' }, /^INTERNAL_SECRET: must have at least 32 characters$/],
  [{ DATABASE_URL: 'mysql://u:hidden@host/x' }, /^DATABASE_URL: must be like postgres:/],
  [{ NATS_URL: 'tls://u:hidden@host' }, /^NATS_URL: must be like nats:/],
  [{ EVENT_STORE_URL: 'kurrentdb:host' }, /^EVENT_STORE_URL: must be like esdb:/],
  [{ EXPORTER_EVENT_STORE_URL: 'http://host' }, /^EXPORTER_EVENT_STORE_URL: must be like esdb:/],
  [{ SMTP_URL: 'http://u:hidden@host' }, /^SMTP_URL: must be like smtps:/],
  [{ PORT: '0' }, /^PORT: must be a number from 1 to 65535$/],
  [{ PORT: '65536' }, /^PORT: must be a number from 1 to 65535$/],
  [{ PORT: '80.5' }, /^PORT: must be a number from 1 to 65535$/],
  [{ PORT: 'http' }, /^PORT: must be a number from 1 to 65535$/],
  [{ INTERNAL_PORT: 'x' }, /^INTERNAL_PORT: must be a number from 1 to 65535$/],
  [{ INTERNAL_PORT: '8080' }, /^INTERNAL_PORT: must differ from PORT$/],
  [{ HOST: '127.0.0.1 x' }, /^HOST: must be an address such as 127\.0\.0\.1, or a name, without a port/],
  [{ INTERNAL_HOST: 'http://x' }, /^INTERNAL_HOST: must be an address such as/],
  [{ HOST: '0.0.0.0' }, /^PUBLIC_URL: is needed when HOST is not a loopback address$/],
  [{ PUBLIC_URL: 'lectern.example' }, /^PUBLIC_URL: must be like https:\/\/lectern.example$/],
  [{ PUBLIC_URL: 'ftp://lectern.example' }, /^PUBLIC_URL: must be like https:\/\/lectern.example$/],
  [{ PUBLIC_URL: 'https://lectern.example/read' }, /^PUBLIC_URL: must be an address without a user, a path/],
  [{ PUBLIC_URL: 'https://lectern.example/?a' }, /^PUBLIC_URL: must be an address without a user, a path/],
  [
    { PUBLIC_URL: 'https://u:hidden@lectern.example' },
    /^PUBLIC_URL: must be an address without a user, a path/,
  ],
  [{ STORAGE_DIRS: '/,/none/here' }, /^STORAGE_DIRS: must be folders that exist, with commas between them$/],
  [{ MIN_FREE_MB: '-1' }, /^MIN_FREE_MB: must be a number of megabytes, 0 or more$/],
  [{ MIN_FREE_MB: '1 GB' }, /^MIN_FREE_MB: must be a number of megabytes, 0 or more$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: must be fatal, error, warn, info, debug, trace, or silent$/],
  [{ RATE_LIMITS: 'true' }, /^RATE_LIMITS: must be on or off$/],
  [{ OFFLINE_SHELL: '1' }, /^OFFLINE_SHELL: must be on or off$/],
  [{ DEFAULT_PLAN: 'gold' }, /^DEFAULT_PLAN: must be free, .*, or legacy_unlimited$/],
  [{ SIGNUP_LIMIT_PER_LOCATION: '-3' }, /^SIGNUP_LIMIT_PER_LOCATION: must be a whole number, 0 or more$/],
  [{ NOTICE_DAYS: '0' }, /^NOTICE_DAYS: must be whole days, from 1 to 365$/],
  [{ SUPPORT_EMAIL: 'support' }, /^SUPPORT_EMAIL: must be like support@lectern.example$/],
  [{ OPERATOR_NAME: 'x'.repeat(301) }, /^OPERATOR_NAME: must have at most 300 characters$/],
  [{ MIGRATE_URL: 'javascript:x' }, /^MIGRATE_URL: must be a path such as \/import, or an address/],
  [{ STRIPE_API_BASE: 'stripe' }, /^STRIPE_API_BASE: must be like https:\/\/api.stripe.com$/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT: must be like http:/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'hidden' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be like name=value/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a b=hidden' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be like name=value/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=hidden%' }, /^OTEL_EXPORTER_OTLP_HEADERS: must be like name=value/],
  [{ EXIT_WITH_STDIN: 'perhaps' }, /^EXIT_WITH_STDIN: must be true or false$/],
  [{ INTERNAL_SECRET_FILE: '/none' }, /INTERNAL_SECRET and INTERNAL_SECRET_FILE are both set/],
]

test.each(refused)('a gateway refuses %o in one line without secrets', (env, says) => {
  const load = () => loadConfig('gateway', { ...needed, ...env })
  expect(load).toThrow(ConfigError)
  const line = attempt(load)
  expect(line.replace('Configuration: ', '')).toMatch(says)
  expect(line).not.toMatch(/\n|hidden|Invalid/)
})

test.each<[NodeJS.ProcessEnv, RegExp]>([
  [
    { FETCH_ALLOW_HOSTS: 'printer' },
    /FETCH_ALLOW_HOSTS: must be like host:8080, with commas between several$/,
  ],
  [{ FETCH_ALLOW_HOSTS: 'a:80,http://b' }, /FETCH_ALLOW_HOSTS: must be like host:8080/],
  [{ IMAGE_STORE_MAX: '10' }, /IMAGE_STORE_MAX: must be like 10 GB or 500 MB$/],
])('workers refuse %o', (env, says) => {
  expect(attempt(() => loadConfig('workers', { ...needed, ...env }))).toMatch(says)
})

test.each(['127.0.0.1:80', '[::1]:8443', 'Printer.local:9100, 10.0.0.7:1'])(
  'FETCH_ALLOW_HOSTS takes %s',
  list => {
    expect(() => loadConfig('workers', { ...needed, FETCH_ALLOW_HOSTS: list })).not.toThrow()
  },
)

test('all that is wrong is said at once', () => {
  const line = attempt(() => loadConfig('gateway', { PORT: 'x' }))
  for (const name of [...Object.keys(needed), 'PORT']) expect(line).toContain(name)
})

const attempt = (load: () => unknown): string => {
  try {
    load()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
