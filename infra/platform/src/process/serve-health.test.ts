import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { freePort } from '@lectern/stack/ports.ts'
import { afterAll, expect, it } from 'vitest'
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
