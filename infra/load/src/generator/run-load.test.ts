import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runLoad } from './run-load.ts'

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('an open load continues while the server is stuck, and measures latency from the time a request was due', async () => {
  const stuck: (() => void)[] = []
  const port = await serve((_, response) => {
    stuck.push(() => response.end('{}'))
    if (stuck.length === 10) for (const answer of stuck) answer()
  })
  const requests = { kind: 'get', paths: ['/'], cookies: ['a', 'b'] } as const
  const result = await runLoad({ port, seconds: 0.1, warmUp: 0, arrivalsPerSecond: 100, people: 2, requests })
  expect(result).toMatchObject({ count: 10, failed: 0, perSecond: 100 })
  // The first request waits for the tenth, which is due 90 ms later.
  expect(result.max).toBeGreaterThanOrEqual(90)
})

test('every search has a new spelling', async () => {
  const seen: string[] = []
  const port = await serve((request, response) => {
    seen.push(new URL(request.url ?? '', 'http://host').searchParams.get('q') ?? '')
    response.end('{}')
  })
  const requests = { kind: 'search', paths: ['/?q=red', '/?q=two%20terms'], cookies: ['a'] } as const
  await runLoad({ port, seconds: 0.1, warmUp: 0, connections: 2, requests })
  expect(seen.length).toBeGreaterThan(2)
  expect(new Set(seen).size).toBe(seen.length)
  expect(new Set(seen.map(text => text.trim()))).toEqual(new Set(['red', 'two terms']))
})
