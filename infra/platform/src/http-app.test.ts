import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttpApp } from './http-app.ts'
import { createLog } from './log.ts'

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

  test('is 503 where the work is not done, whatever it waits for', async () => {
    const never = new Promise<never>(() => {})
    app.get('/handler', soon, () => never)
    app.get('/hook', { ...soon, onRequest: () => never }, async () => 'never')
    const url = await listen()
    for (const path of ['/handler', '/hook']) {
      const answer = await fetch(url + path)
      expect({ status: answer.status, body: await answer.json() }).toEqual(refusal(503))
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  })

  test('is not overtaken by work that is done too late, and what had not begun never begins', async () => {
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

  test('may go on for as long as it likes once it has begun', async () => {
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

  test('is not due while the request is still coming in', async () => {
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
})

test.each(['ECONNREFUSED', '57P01', '53300', '28P01', '3D000'])(
  'a Postgres that says %s is briefly unavailable',
  async code => {
    app.get('/rows', async () => {
      throw Object.assign(new Error('from Postgres'), { code })
    })
    const answer = await app.inject('/rows')
    expect({ status: answer.statusCode, body: answer.json() }).toEqual(refusal(503))
  },
)

describe('what no route sees', () => {
  /** The answer to bytes sent as they are. */
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
    ['what is no HTTP', 'garbage\r\n\r\n', 400, '/api/'],
    ['a head that is too long', `GET / HTTP/1.1\r\n${close}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, '/api/'],
    ['an unknown expectation', `GET / HTTP/1.1\r\n${close}Expect: foo\r\n\r\n`, 417, '/api/'],
    ['a broken escape', `GET /api/%zz HTTP/1.1\r\n${close}\r\n`, 400, '/api/%zz'],
    ['an id that is too long', `GET /api/${'7'.repeat(300)} HTTP/1.1\r\n${close}\r\n`, 404, '/api/77'],
    ['a path that is not there', `GET /nothing HTTP/1.1\r\n${close}\r\n`, 404, '/nothing'],
    ['an unknown method', `BREW /api/x HTTP/1.1\r\n${close}\r\n`, 400, '/api/'],
  ])('%s is refused as everything else is', async (_, bytes, status, path) => {
    app.get('/api/:id', async () => {
      throw new Rejected('link-not-found')
    })
    const answer = await send(bytes)
    expect(answer).toMatchObject(refusal(status))
    expect(answer.body.error).toBe(answer.body.message)
    expect(answer.head).toContain('content-type: application/json')
    expect(answer.head).toContain(`x-answer-to: ${path}`)
  })

  test('a request without a Host reaches the app, which has its own opinion of hosts', async () => {
    app.get('/host', async ({ host }) => ({ host }))
    const answer = await send('GET /host HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect([answer.status, answer.body]).toEqual([200, { host: '' }])
  })
})
