import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitUnderWay, UNDER_WAY_MAX } from './under-way.ts'

const LARGE = 'x'.repeat(20_000_000)

let app: FastifyInstance
/** Ends the waiting requests, oldest first. */
let ends: (() => void)[]
let large: ServerResponse[]
beforeEach(async () => {
  ends = []
  large = []
  app = createHttpApp({ log: createLog('under-way-test', 'silent') })
  app.addHook('onRequest', async request => {
    const { user, from = '127.0.0.1' } = request.headers
    request.clientAddress = String(from)
    if (user !== undefined) request.caller = { userId: String(user), libraryId: '', sessionId: '' }
  })
  limitUnderWay(app)
  app.get('/api/wait', () => new Promise(resolve => ends.push(() => resolve('done'))))
  app.post('/api/save', async () => 'saved')
  app.get('/api/images/:hash', () => new Promise(resolve => ends.push(() => resolve('done'))))
  app.get('/api/fail', async () => Promise.reject(new Error('a fault')))
  app.get('/api/large', async (_request, reply) => {
    large.push(reply.raw)
    return LARGE
  })
  app.get('/api/stream', { config: { ignoresLoad: true } }, async () => 'open')
  app.get('/page', async () => 'page')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const end of ends) end()
  return app.close()
})

const ask = (path: string, headers: Record<string, string>) => app.inject({ url: path, headers })
/** Starts as many requests as one caller may have. */
const fill = async (headers: Record<string, string>) => {
  const before = ends.length
  const answers = Array.from({ length: UNDER_WAY_MAX }, () => ask('/api/wait', headers))
  await vi.waitFor(() => expect(ends.length - before).toBe(UNDER_WAY_MAX))
  return answers
}
const ann = { user: 'ann' }

test('a request beyond the limit is 429 until another is answered', async () => {
  const [first] = await fill(ann)
  const refused = await ask('/api/wait', ann)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  ends[0]?.()
  expect((await first)?.statusCode).toBe(200)
  expect((await ask('/api/large', ann)).statusCode).toBe(200)
})

test('the limit leaves out other callers, streams and pages', async () => {
  await fill(ann)
  expect((await ask('/api/large', { user: 'ben' })).statusCode).toBe(200)
  expect((await ask('/api/large', {})).statusCode).toBe(200)
  expect((await ask('/api/stream', ann)).statusCode).toBe(200)
  expect((await ask('/page', ann)).statusCode).toBe(200)
})

test('the pictures of a page of cards, asked for at once, leave room for lists', async () => {
  const pictures = Array.from({ length: 50 }, (_, n) => ask(`/api/images/${n}`, ann))
  await vi.waitFor(() => expect(ends).toHaveLength(50))
  expect((await ask('/api/large', ann)).statusCode).toBe(200)
  for (const end of ends) end()
  expect((await Promise.all(pictures)).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
})

test('reads and writes of a caller count apart', async () => {
  const [save, saves] = [{ method: 'POST', url: '/api/save', headers: ann } as const, UNDER_WAY_MAX + 1]
  await fill(ann)
  expect((await app.inject(save)).statusCode).toBe(200)
  for (const end of ends.splice(0)) end()
  const sockets = await Promise.all(Array.from({ length: saves }, () => beginSaving('User: ann')))
  await vi.waitFor(async () => expect((await app.inject(save)).statusCode).toBe(429))
  expect((await ask('/api/large', ann)).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('bodies that never come, without a session, do not block their address', async () => {
  const sockets = await Promise.all(
    Array.from({ length: UNDER_WAY_MAX }, () => beginSaving('From: 192.0.2.9')),
  )
  const save = { method: 'POST', url: '/api/save', headers: { from: '192.0.2.9' } } as const
  expect((await app.inject(save)).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('without a session requests count by address, IPv6 by /64', async () => {
  await fill({ from: '2001:db8::1' })
  expect((await ask('/api/large', { from: '2001:db8::2' })).statusCode).toBe(429)
  expect((await ask('/api/large', { from: '2001:db8:0:1::1' })).statusCode).toBe(200)
  expect((await ask('/api/large', { from: '192.0.2.1' })).statusCode).toBe(200)
})

test('a failed request is no longer under way', async () => {
  for (let n = 0; n < 2 * UNDER_WAY_MAX; n++) expect((await ask('/api/fail', ann)).statusCode).toBe(500)
})

/** Announces a body, and sends its first byte. */
const beginSaving = async (header: string): Promise<Socket> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = `POST /api/save HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
  const begun = once(app.server, 'request')
  socket.write(head)
  await begun
  return socket
}

/** Requests the large answer, and reads only its beginning. */
const leaveUnread = async (): Promise<Socket> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /api/large HTTP/1.1\r\nHost: x\r\nUser: ann\r\n\r\n')
  await once(socket, 'readable')
  return socket
}

test('an answer is under way until it is read, or dropped after it was left unread', async () => {
  const sockets = await Promise.all(Array.from({ length: UNDER_WAY_MAX }, leaveUnread))
  expect((await ask('/api/large', ann)).statusCode).toBe(429)
  // Shortens the time that a reader has.
  for (const answer of large) answer.socket?.setTimeout(50)
  await vi.waitFor(async () => expect((await ask('/api/large', ann)).statusCode).toBe(200), 10_000)
  for (const socket of sockets) socket.destroy()
})
