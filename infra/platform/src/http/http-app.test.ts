import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog, logTo } from '../process/log.ts'
import { createHttpApp } from './http-app.ts'
import { KEPT_OPEN_MAX } from './unread-body.ts'

let app: FastifyInstance
beforeEach(() => {
  app = createHttpApp({
    log: createLog('http-app-test', 'silent'),
    headersOf: url => ({ 'x-answer-to': url.slice(0, 20) }),
  })
})
afterEach(() => app.close())

const listen = () => app.listen({ port: 0, host: '127.0.0.1' })

const refusal = (status: number) => ({
  status,
  body: { message: expect.stringMatching(/^[A-Z].*\.$/), error: expect.stringMatching(/^[A-Z].*\.$/) },
})

describe('an answer in time', () => {
  const soon = { config: { answerWithinMs: 30 } }

  test('is 503 when a handler or a hook does not finish', async () => {
    const never = new Promise<never>(() => {})
    app.get('/handler', soon, () => never)
    app.get('/hook', { ...soon, onRequest: () => never }, async () => 'never')
    app.post('/body', soon, () => never)
    const url = await listen()
    const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    for (const [path, init] of [['/handler'], ['/hook'], ['/body', body]] as const) {
      const answer = await fetch(url + path, init)
      expect({ status: answer.status, body: await answer.json() }).toEqual(refusal(503))
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  })

  test('is not overtaken by late work, and a handler does not start after it', async () => {
    const late = Promise.withResolvers<string>()
    const held = Promise.withResolvers<void>()
    let begun = 0
    app.get('/late', soon, () => late.promise)
    app.post('/held', { ...soon, onRequest: () => held.promise }, async () => {
      begun += 1
    })
    const url = await listen()
    const answers = [await fetch(`${url}/late`), await fetch(`${url}/held`, { method: 'POST' })]
    late.resolve('late')
    held.resolve()
    await nextTurn()
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(begun).toBe(0)
  })

  test('is the only answer, and the late one is not logged', async () => {
    const lines: string[] = []
    const log = logTo({ write: line => lines.push(line) }, {})
    const telling = createHttpApp({ log })
    const late = Promise.withResolvers<never>()
    telling.get('/throws', soon, () => late.promise)
    telling.get('/returns', soon, () => late.promise.catch(() => 'late'))
    telling.get('/sends', soon, (_request, reply) => late.promise.catch(() => reply.code(201).send('late')))
    const url = await telling.listen({ port: 0, host: '127.0.0.1' })
    for (const path of ['/throws', '/returns', '/sends']) expect((await fetch(url + path)).status).toBe(503)
    lines.length = 0
    late.reject(new Error('late'))
    await nextTurn()
    await telling.close()
    expect(lines).toEqual([])
  })

  test('may take longer once it has begun', async () => {
    const stream = new Readable({ read() {} })
    app.get('/stream', soon, (_request, reply) => reply.send(stream))
    app.get('/never', soon, () => new Promise<never>(() => {}))
    const url = await listen()
    stream.push('first ')
    const answer = await fetch(`${url}/stream`)
    expect((await fetch(`${url}/never`)).status).toBe(503)
    stream.push('second')
    stream.push(null)
    expect(await answer.text()).toBe('first second')
  })

  test('is not due while the body is still coming in', async () => {
    app.post('/slow', soon, async ({ body }) => body)
    app.get('/never', soon, () => new Promise<never>(() => {}))
    const url = await listen()
    const sent = request(`${url}/slow`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    sent.write('{"all":')
    expect((await fetch(`${url}/never`)).status).toBe(503)
    sent.end('true}')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })

  test('is 408 when the body comes too slowly for its route, and counts from the end of the body otherwise', async () => {
    app.post('/brief', { config: { answerWithinMs: 30, bodyWithinMs: 100 } }, async () => 'never')
    app.post(
      '/patient',
      { config: { answerWithinMs: 30, bodyWithinMs: 60_000 } },
      () => new Promise<never>(() => {}),
    )
    const url = await listen()
    const open = (path: string) => {
      const sent = request(url + path, { method: 'POST', headers: { 'content-type': 'application/json' } })
      sent.write('{"all":')
      return sent
    }
    const [brief, patient] = [open('/brief'), open('/patient')]
    const answered = once(patient, 'response')
    const [tooSlow] = (await once(brief, 'response')) as [IncomingMessage]
    tooSlow.resume()
    expect(tooSlow.statusCode).toBe(408)
    patient.end('true}')
    const [late] = (await answered) as [IncomingMessage]
    late.resume()
    expect(late.statusCode).toBe(503)
  })
})

describe('a body', () => {
  const post = (path: string, payload: string) =>
    app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json' }, payload })
  const echo = async ({ body }: { body: unknown }) => ({ body })

  test('is not parsed on an unknown path or when the caller is refused', async () => {
    app.post('/private', { onRequest: async () => Promise.reject(new Rejected('signed-out')) }, echo)
    expect((await post('/nothing', '{')).statusCode).toBe(404)
    expect((await post('/private', '{')).statusCode).toBe(401)
  })

  test('is at most 32 brackets deep', async () => {
    app.post('/echo', echo)
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await post('/echo', nested(32))).statusCode).toBe(200)
    const deeper = await post('/echo', nested(33))
    expect({ status: deeper.statusCode, body: deeper.json() }).toEqual(refusal(400))
    expect((await post('/echo', JSON.stringify(nested(33)))).json()).toEqual({ body: nested(33) })
  })

  test('has at most 10,000 values, unless the route takes more', async () => {
    app.post('/usual', { bodyLimit: 100_000 }, echo)
    app.post('/more', { bodyLimit: 100_000, config: { valuesMax: 20_000 } }, echo)
    const values = (count: number) => JSON.stringify(Array(count - 1).fill({}))
    expect((await post('/usual', values(10_000))).statusCode).toBe(200)
    const more = await post('/usual', values(10_001))
    expect({ status: more.statusCode, body: more.json() }).toEqual(refusal(400))
    expect((await post('/more', values(20_000))).statusCode).toBe(200)
    expect((await post('/more', values(20_001))).statusCode).toBe(400)
  })

  test('is at most 16 kB, unless the route takes more', async () => {
    app.post('/usual', echo)
    app.post('/more', { bodyLimit: 20_000 }, echo)
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    expect((await post('/usual', text(16_384))).statusCode).toBe(200)
    const larger = await post('/usual', text(16_385))
    expect({ status: larger.statusCode, body: larger.json() }).toEqual(refusal(413))
    expect((await post('/more', text(20_000))).statusCode).toBe(200)
  })
})

describe('an answer that is ready before the body', () => {
  const BODY = Buffer.alloc(250_000, 'x')
  const headOf = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n`
  const announced = `Content-Length: ${BODY.length}\r\n`
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const chunk = Buffer.concat([Buffer.from(`${BODY.length.toString(16)}\r\n`), BODY, Buffer.from('\r\n')])

  beforeEach(async () => {
    app.post('/take', async () => 'taken')
    app.post(
      '/private',
      { onRequest: async () => Promise.reject(new Rejected('signed-out')) },
      async () => '',
    )
    await listen()
  })
  const open = () => connect((app.server.address() as AddressInfo).port, '127.0.0.1')

  test.each([
    ['a body of known length', headOf('/take', announced), [BODY], 413],
    ['a body of unknown length', headOf('/take', chunked), [chunk], 413],
    ['a body without a session', headOf('/private', announced), [BODY], 401],
    ['a body with Connection: close', headOf('/private', `${announced}Connection: close\r\n`), [BODY], 401],
    ['a body to an unknown path', headOf('/nothing', announced), [BODY], 404],
  ])('reaches a client that reads after it has sent %s', async (_, head, body, status) => {
    const socket = open().pause()
    for (const bytes of [Buffer.from(head), ...body])
      await new Promise<void>((resolve, reject) =>
        socket.write(bytes, error => (error ? reject(error) : resolve())),
      )
    if (head.includes(chunked)) socket.write('0\r\n\r\n')
    const [answer = ''] = (await socket.toArray()).join('').split('\r\n\r\n').slice(0, 1)
    expect(Number(answer.split(' ')[1])).toBe(status)
  })

  test('reaches fetch', async () => {
    const { port } = app.server.address() as AddressInfo
    const headers = { 'content-type': 'application/json' }
    for (const path of ['take', 'private', 'nothing']) {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', headers, body: BODY })
      expect({ status: answer.status, body: await answer.json() }).toEqual(refusal(answer.status))
    }
  })

  test('ends the connection of a client that never stops sending', async () => {
    const socket = open().on('error', () => {})
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.write(headOf('/take', chunked))
    const send = () => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain(' 413 ')
    await closed
  })

  test('keeps a bounded number of connections open, and closes those beyond it', async () => {
    const stalled = headOf('/private', announced)
    const sockets = Array.from({ length: KEPT_OPEN_MAX + 20 }, () => open().on('error', () => {}))
    const closed: number[] = []
    for (const [place, socket] of sockets.entries()) {
      socket.on('close', () => closed.push(place))
      socket.write(stalled)
      await once(socket, 'data')
    }
    // Connections that are kept open end two seconds after their answer.
    await expect.poll(() => closed.some(place => place >= KEPT_OPEN_MAX)).toBe(true)
    expect(closed[0]).toBeGreaterThanOrEqual(KEPT_OPEN_MAX)
    for (const socket of sockets) socket.destroy()
  })
})

test.each(['ECONNREFUSED', '57P01', '53300', '28P01', '3D000'])(
  'the error %s of Postgres is answered with 503',
  async code => {
    app.get('/rows', async () => {
      throw Object.assign(new Error('from Postgres'), { code })
    })
    const answer = await app.inject('/rows')
    expect({ status: answer.statusCode, body: answer.json() }).toEqual(refusal(503))
  },
)

describe('a request that no route sees', () => {
  /** Sends raw bytes and parses the answer. */
  const send = async (bytes: string) => {
    await listen()
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(bytes)
    const answer = (await socket.toArray()).join('')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) }
  }
  const close = 'Host: x\r\nConnection: close\r\n'

  test.each([
    ['garbage', 'garbage\r\n\r\n', 400, '/api/'],
    ['a head that is too long', `GET / HTTP/1.1\r\n${close}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, '/api/'],
    ['an unknown expectation', `GET / HTTP/1.1\r\n${close}Expect: foo\r\n\r\n`, 417, '/api/'],
    ['a broken escape', `GET /api/%zz HTTP/1.1\r\n${close}\r\n`, 400, '/api/%zz'],
    ['an id that is too long', `GET /api/${'7'.repeat(300)} HTTP/1.1\r\n${close}\r\n`, 404, '/api/77'],
    ['a path that is not there', `GET /nothing HTTP/1.1\r\n${close}\r\n`, 404, '/nothing'],
    ['an unknown method', `BREW /api/x HTTP/1.1\r\n${close}\r\n`, 400, '/api/'],
  ])('%s is refused as {message, error}', async (_, bytes, status, path) => {
    app.get('/api/:id', async () => {
      throw new Rejected('link-not-found')
    })
    const answer = await send(bytes)
    expect(answer).toMatchObject(refusal(status))
    expect(answer.body.error).toBe(answer.body.message)
    expect(answer.head).toContain('content-type: application/json')
    expect(answer.head).toContain(`x-answer-to: ${path}`)
  })

  test('a request without a Host reaches the app', async () => {
    app.get('/host', async ({ host }) => ({ host }))
    const answer = await send('GET /host HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect([answer.status, answer.body]).toEqual([200, { host: '' }])
  })
})

test('a caller who hangs up while sending gets 400, not 503', async () => {
  const answered = Promise.withResolvers<number>()
  app.post('/save', async () => 'saved')
  app.addHook('onSend', async (_request, reply) => answered.resolve(reply.statusCode))
  await listen()
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const begun = once(app.server, 'request')
  const head = 'POST /save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9'
  socket.write(`${head}\r\n\r\n{`)
  await begun
  socket.destroy()
  expect(await answered.promise).toBe(400)
})
