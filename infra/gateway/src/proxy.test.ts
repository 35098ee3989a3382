import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BODY_MAX, BULK_BODY_MAX, NOTE_BODY_MAX, PAGE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { acceptForwardedCaller, decorateCaller } from '@lectern/platform/http/caller.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identifyCallers } from './identify.ts'
import { proxyApi } from './proxy.ts'
import { createReadAfter } from './read-after.ts'

const secret = 'a secret of at least thirty-two characters'
const log = createLog('proxy-test', 'silent')
const apps: FastifyInstance[] = []

let refusals: number
/** A service that answers its name and the request. */
const service = async (name: string): Promise<string> => {
  const app = createHttpApp({ log })
  acceptForwardedCaller(app, secret)
  app.get('/api/busy', async () => {
    refusals += 1
    throw new Rejected('unavailable')
  })
  app.all('/api/*', { bodyLimit: PAGE_BODY_MAX }, async ({ url, body }) => ({
    name,
    url,
    body: body ?? null,
  }))
  apps.push(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

let gateway: FastifyInstance
let addresses: [commandApiUrl: string, queryApiUrl: string]
let stopCommands: () => Promise<void>
beforeEach(async () => {
  refusals = 0
  addresses = [await service('command-api'), await service('query-api')]
  const [commandApiUrl, queryApiUrl] = addresses
  const [commands] = apps
  stopCommands = async () => commands?.close()
  gateway = createHttpApp({ log })
  decorateCaller(gateway)
  await gateway.register(proxyApi({ commandApiUrl, queryApiUrl, secret }))
  apps.push(gateway)
})
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close()
})

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  gateway.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

test('reads go to query-api and the rest to command-api, with the query unchanged', async () => {
  expect((await gateway.inject('/api/user?x=%zz')).json()).toMatchObject({
    name: 'query-api',
    url: '/api/user?x=%zz',
  })
  expect((await gateway.inject('/api/account')).json()).toMatchObject({ name: 'query-api' })
  expect((await gateway.inject('/api/account/receipts')).json()).toMatchObject({ name: 'command-api' })
  expect((await gateway.inject('/api/unsubscribe?token=t')).json()).toMatchObject({
    name: 'command-api',
    url: '/api/unsubscribe?token=t',
  })
  expect((await post('/api/cache-article?x=1', '{}')).json()).toMatchObject({ name: 'query-api' })
  expect((await post('/api/notes/count', '{}')).json()).toMatchObject({ name: 'query-api' })
  expect((await gateway.inject('/api/links/1/notes')).json()).toMatchObject({ name: 'query-api' })
  expect((await post('/api/links/1/notes', '{}')).json()).toMatchObject({ name: 'command-api' })
  expect((await gateway.inject('/api/entries/1/export.epub')).json()).toMatchObject({ name: 'command-api' })
  expect((await gateway.inject('/api/entries/1.json')).json()).toMatchObject({ name: 'query-api' })
  expect((await post('/api/links', '{"a":1}')).json()).toMatchObject({ name: 'command-api', body: { a: 1 } })
})

test.each([
  ['note', 'POST', '/api/links/1/notes', NOTE_BODY_MAX],
  ['page', 'PUT', '/api/links/1/page', PAGE_BODY_MAX],
] as const)('the longest %s passes', async (_, method, url, max) => {
  const headers = { 'content-type': 'application/json' }
  const send = async (payload: string) => (await gateway.inject({ method, url, headers, payload })).statusCode
  const body = JSON.stringify('x'.repeat(max - 2))
  expect(await send(body)).toBe(200)
  expect(await send(`${body} `)).toBe(413)
})

test('a request with Expect: 100-continue is served', async () => {
  const answer = await post('/api/links', '{"a":1}', { expect: '100-continue' })
  expect(answer.json()).toMatchObject({ name: 'command-api', body: { a: 1 } })
})

test('a body over the limit is 413, also without Content-Length', async () => {
  const body = `"${'x'.repeat(BULK_BODY_MAX)}"`
  const answer = await post('/api/links', body)
  expect([answer.statusCode, answer.json().message]).toEqual([413, 'The request is too large.'])

  const address = await gateway.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['/api/links', '/api/cache-article']) {
    const headers = { 'content-type': 'application/json' }
    const sent = request(address + path, { method: 'POST', headers }).on('error', () => {})
    sent.write(body)
    sent.write(body)
    const [chunked] = (await once(sent, 'response')) as [IncomingMessage]
    sent.end()
    const text = (await chunked.toArray()).join('')
    expect([chunked.statusCode, JSON.parse(text).message]).toEqual([413, 'The request is too large.'])
  }
})

test('without a session there are three paths with short bodies; other bodies are not read', async () => {
  const strange = createHttpApp({ log })
  const cookies = cookieNames('0190c0de-0000-7000-8000-0000a1b2c3d4', undefined)
  const sessions = { find: async () => undefined, findByToken: async () => undefined, forget: () => {} }
  identifyCallers(strange, { cookies, sessions, readAfter: createReadAfter(secret), rateLimits: true })
  await strange.register(proxyApi({ commandApiUrl: addresses[0], queryApiUrl: addresses[1], secret }))
  apps.push(strange)
  const headers = { 'content-type': 'application/json' }
  const statusOf = async (url: string, payload: string) =>
    (await strange.inject({ method: 'POST', url, headers, payload })).statusCode
  for (const path of ['/api/login', '/api/signup', '/api/logout'])
    expect([await statusOf(path, '{}'), await statusOf(path, `"${'x'.repeat(BODY_MAX)}"`)]).toEqual([
      200, 413,
    ])
  for (const path of ['/api/links', '/api/cache-article', '/api/nothing'])
    expect(await statusOf(path, `"${'x'.repeat(BULK_BODY_MAX)}"`)).toBe(401)
})

test.each(['DELETE', 'PUT', 'PATCH'] as const)(
  'the body of a %s goes along, and so does none',
  async method => {
    const headers = { 'content-type': 'application/json' }
    const url = '/api/links/bulk'
    const answer = await gateway.inject({ method, url, headers, payload: '{"linkIds":[1]}' })
    expect(answer.json()).toEqual({ name: 'command-api', url, body: { linkIds: [1] } })
    expect((await gateway.inject({ method, url })).json()).toMatchObject({ body: null })
    expect((await gateway.inject({ method, url, headers, payload: '' })).json()).toMatchObject({ body: null })
  },
)

test('a service answers only a gateway with its own secret', async () => {
  const [commands] = apps
  const forged = { 'lectern-caller': '{"caller":{"userId":"u1"}}', 'lectern-caller-signature': 'x' }
  for (const headers of [{}, forged])
    expect((await commands?.inject({ url: '/api/user', headers }))?.statusCode).toBe(401)
  const stranger = createHttpApp({ log })
  decorateCaller(stranger)
  const urls = { commandApiUrl: addresses[0], queryApiUrl: addresses[1] }
  await stranger.register(proxyApi({ ...urls, secret: 'another secret of thirty-two characters' }))
  apps.push(stranger)
  expect((await stranger.inject({ url: '/api/user', headers: forged })).statusCode).toBe(401)
  expect((await gateway.inject({ url: '/api/user', headers: forged })).statusCode).toBe(200)
})

test.each(['/api/x?a=1', '/api/a{b', "/api/a'b|c", '/api/%7Ea%20b', '/api//x', '/api/a;b=^'])(
  'the service knows the request for %s again',
  async url => {
    const address = await gateway.listen({ port: 0, host: '127.0.0.1' })
    const [answer] = (await once(request(address, { path: url }).end(), 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
  },
)

test('a 503 of a service is not retried', async () => {
  expect((await gateway.inject('/api/busy')).statusCode).toBe(503)
  expect(refusals).toBe(1)
})

test('an unreachable service is 503; the login in plain text', async () => {
  await stopCommands()
  const address = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const send = (path: string) =>
    fetch(address + path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const save = await send('/api/links')
  expect([save.status, save.headers.get('retry-after')]).toEqual([503, '1'])
  const { message, error } = (await save.json()) as Record<string, string>
  expect(error).toBe(message)
  const login = await send('/api/login')
  expect([login.status, login.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(await login.text()).toBe(message)
})
