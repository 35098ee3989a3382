import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { freePort } from '@lectern/stack/ports.ts'
import { afterAll, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { serveHealth } from './serve-health.ts'

const port = await freePort()
const server = serveHealth(port, createMetrics('test'), {})
afterAll(() => server.close())

const statusOf = async (path: string, host: string) => {
  const [answer] = await once(get({ port, host: '127.0.0.1', path, headers: { host } }), 'response')
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
