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
