import { Reply } from '@lectern/contracts/jobs.ts'
import { startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectNats, type Nats } from './connect.ts'
import { answerRequests, ask, command, Refused } from './request.ts'

const log = pino({ level: 'silent' })

let server: TestNats
let workers: Nats
let gateway: Nats
beforeAll(async () => {
  server = await startNats()
  workers = await connectNats({ url: server.url('workers'), name: 'workers' })
  gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
})
afterAll(async () => {
  await Promise.all([workers, gateway].map(nats => nats?.close()))
  await server?.stop()
})

const answering = (handle: (payload: { n: number }) => Promise<unknown>) =>
  answerRequests({
    nats: gateway,
    subject: 'command.record-article',
    queue: 'commands',
    schema: z.object({ n: z.number() }),
    atOnce: 2,
    handle,
    log,
  })
const patient = { signal: new AbortController().signal, log }

test('a command is sent until it is answered', async () => {
  const given = command(workers, 'command.record-article', { n: 1 }, patient)
  let asked = 0
  const stop = answering(async () => {
    asked += 1
    if (asked === 1) throw new Error('the store is away')
    return { ok: true, position: '1/1' }
  })
  expect(await given).toEqual({ ok: true, position: '1/1' })
  expect(asked).toBe(2)
  await stop()
})

test('a refusal is final', async () => {
  const stop = answering(() => Promise.reject(new Refused('unknown-article', 'No such article', false)))
  await expect(command(workers, 'command.record-article', { n: 1 }, patient)).rejects.toMatchObject({
    code: 'unknown-article',
  })
  await expect(command(workers, 'command.record-article', {}, patient)).rejects.toMatchObject({
    code: 'bad-message',
  })
  await stop()
})

test('a command that can never be sent, or never be understood, is sent once', async () => {
  const large = command(workers, 'command.record-article', { n: 'x'.repeat(1_100_000) }, patient)
  await expect(large).rejects.toMatchObject({ code: 'MAX_PAYLOAD_EXCEEDED' })
  await expect(command(workers, 'command.prepare-mail', {}, patient)).rejects.toMatchObject({
    code: 'PERMISSIONS_VIOLATION',
  })
  const stop = answering(async () => ({ ok: 'perhaps' }))
  await expect(command(workers, 'command.record-article', { n: 1 }, patient)).rejects.toThrow(z.ZodError)
  await stop()
})

test('a request that nobody answers fails at once', async () => {
  await expect(
    ask(workers, 'command.record-article', {}, Reply, { timeoutMs: 60_000 }),
  ).rejects.toMatchObject({
    code: '503',
  })
})

test('a role may publish only its own subjects', async () => {
  await expect(ask(workers, 'command.prepare-mail', {}, Reply, { timeoutMs: 300 })).rejects.toThrow()
})
