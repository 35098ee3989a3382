import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../process/log.ts'
import { acceptForwardedCaller, forwardCaller, requireCaller } from './caller.ts'
import { createHttpApp } from './http-app.ts'

const secret = 'a secret of at least thirty-two characters'
const caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }
const asked = { caller, clientAddress: '203.0.113.9', method: 'GET', url: '/api/links?limit=1' } as const

const app = createHttpApp({ log: createLog('caller-test', 'silent') })
acceptForwardedCaller(app, secret)
app.all('/api/*', async request => ({ ...requireCaller(request), from: request.clientAddress }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a service accepts the caller that the gateway signed', async () => {
  const answer = await app.inject({ method: 'GET', url: asked.url, headers: forwardCaller(asked, secret) })
  expect(answer.json()).toEqual({ ...caller, from: '203.0.113.9' })
})

test.each([
  ['another path', 'GET', '/api/links/1'],
  ['another method', 'DELETE', '/api/links'],
] as const)('a signature for one request is refused for %s', async (_, method, url) => {
  const headers = forwardCaller(asked, secret)
  expect((await app.inject({ method, url, headers })).statusCode).toBe(401)
})

test.each([
  [30_000, 200],
  [30_001, 401],
  [-30_000, 200],
  [-30_001, 401],
])('a signature that is %i ms old is answered with %i', async (ms, status) => {
  const headers = forwardCaller(asked, secret)
  vi.setSystemTime(Date.now() + ms)
  expect((await app.inject({ method: 'GET', url: asked.url, headers })).statusCode).toBe(status)
})
