import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { freePort } from '@lectern/stack/ports.ts'
import { afterAll, expect, it, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { serveHealth } from './serve-health.ts'

const port = await freePort()
const server = serveHealth({ port, host: '127.0.0.1' }, createMetrics('test'), {})
const openPort = await freePort()
const open = serveHealth({ port: openPort, host: '0.0.0.0' }, createMetrics('test'), {})
afterAll(() => {
  server.close()
  open.close()
})

test('says at /metrics whether the process is ready, also before it has started and where that cannot be found', async () => {
  const metrics = createMetrics('test')
  const health: { started?: { ready: () => Promise<boolean> } } = {}
  serveHealth({ port: 0, host: '127.0.0.1' }, metrics, health).close()
  const shown = async () => /^lectern_ready\{.*\} (\d)$/m.exec(await metrics.metrics())?.[1]
  expect(await shown()).toBe('0')
  health.started = { ready: async () => true }
  expect(await shown()).toBe('1')
  health.started = { ready: () => Promise.reject(new Error('no Postgres')) }
  expect(await shown()).toBe('0')
})

const statusOf = async (path: string, host: string, at = port) => {
  const [answer] = await once(get({ port: at, host: '127.0.0.1', path, headers: { host } }), 'response')
  return (answer as IncomingMessage).resume().statusCode
}

it.each([
  [`127.0.0.1:${port}`, 200],
  [`localhost:${port}`, 200],
  [`rebound.example:${port}`, 421],
  ['127.0.0.1', 421],
])('gives metrics to a request with the Host %s: %i', async (host, status) => {
  expect(await statusOf('/metrics', host)).toBe(status)
  expect(await statusOf('/livez', host)).toBe(200)
})

it.each([
  ['10.0.0.7:9100', 200],
  ['[fd00::7]:9100', 200],
  ['gateway:9100', 200],
  ['gateway', 200],
  ['localhost', 200],
  ['rebound.example:9100', 421],
  ['10.0.0.7.rebound.example', 421],
  ['gateway.', 421],
])('beyond loopback gives metrics to a request with the Host %s: %i', async (host, status) => {
  expect(await statusOf('/metrics', host, openPort)).toBe(status)
})
