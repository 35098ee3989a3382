import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailJob, PrepareMailReply } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { headerOf, LATE_MS, mailServer } from '../test-support/mail-server.ts'
import { sendMail } from './send-mail.ts'
import { outbox, type Send, smtp } from './transport.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0)) await clean()
})
const serve = async (...answers: Parameters<typeof mailServer>) => {
  const server = await mailServer(...answers)
  cleaning.push(server.stop)
  return server
}

const SILENCE = { greetingMs: 300, answerMs: 300 }
const HOUR = 3_600_000
const to = 'mina@example.com'
const job: MailJob = { kind: 'reset', accountId: randomUUID(), eventId: randomUUID(), revision: 1 }
let tokens = 0

/** Sends a mail as the mailer does, with a new token each time. @returns what the log got */
const send = async (
  transport: Send,
  { age = 0, reply }: { age?: number; reply?: PrepareMailReply } = {},
): Promise<string> => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const prepared = (): PrepareMailReply => {
    tokens += 1
    const facts = { kind: 'reset', token: `token-${tokens}`, validMinutes: 60 } as const
    return { ok: true, send: true, to, name: 'Mina', hasPrioritySupport: false, facts }
  }
  const nats = { request: async () => ({ json: () => reply ?? prepared() }) } as unknown as Nats
  const sender = { origin: 'https://lectern.example', supportEmail: 'support@lectern.example' }
  await sendMail(job, Date.now() - age, { ...sender, nats, send: transport, log })
  return lines.join('')
}

it('hands a mail over, and logs neither its text nor the address', async () => {
  const server = await serve()
  const logged = await send(smtp(server.url))
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'support@lectern.example', to: [to] })
  const source = mail?.source ?? ''
  expect(headerOf(source, 'from')).toBe('Lectern <support@lectern.example>')
  expect(headerOf(source, 'to')).toBe(to)
  expect(headerOf(source, 'subject')).toBe('Set a new password for Lectern')
  expect(headerOf(source, 'auto-submitted')).toBe('auto-generated')
  expect(source).toMatch(/text\/plain[\s\S]*reset-password\?token=3Dtoken-|text\/plain[\s\S]*token-/)
  expect(source).toMatch(/text\/html/)
  expect(logged).toContain(job.eventId)
  expect(logged).not.toMatch(/token-|example\.com|Hello/)
})

it('repeats the Message-ID when a mail is sent again after a cut line', async () => {
  let isFirst = true
  const server = await serve({
    toMail: () => {
      const answer = isFirst ? 'cut' : 'accept'
      isFirst = false
      return answer
    },
  })
  const transport = smtp(server.url)
  await expect(send(transport)).rejects.toBeInstanceOf(RetryLater)
  await send(transport)
  const [first, second] = server.received.map(({ source }) => headerOf(source, 'message-id'))
  expect(first).toBe(`<reset-${job.eventId}@lectern.example>`)
  expect(second).toBe(first)
})

it('waits longer for the answer to a mail than for a greeting', async () => {
  const server = await serve({ toMail: () => 'late' })
  await send(smtp(server.url, { greetingMs: LATE_MS / 2, answerMs: 2 * LATE_MS }))
  expect(server.received).toHaveLength(1)
})

const silent = async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  cleaning.push(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
it.each([
  ['greylists', async () => (await serve({ toRecipient: () => ({ status: 451, says: 'Try later' }) })).url],
  ['is full', async () => (await serve({ toMail: () => ({ status: 452, says: 'No space' }) })).url],
  ['does not greet', silent],
  ['stalls at the recipient', async () => (await serve({ toRecipient: () => 'stall' })).url],
  ['stalls after the mail', async () => (await serve({ toMail: () => 'stall' })).url],
  ['is away', async () => 'smtp://127.0.0.1:1'],
])('tries again where the server %s, at first soon and then ever later', async (_, start) => {
  const transport = smtp(await start(), SILENCE)
  const delayAt = async (age: number): Promise<number> => {
    // NATS takes whole numbers only.
    const { delayMs } = (await send(transport, { age: age + 0.5 }).catch(error => error)) as RetryLater
    return delayMs
  }
  const [first, later, last] = [await delayAt(0), await delayAt(120_000), await delayAt(5 * HOUR)]
  expect(first).toBeGreaterThanOrEqual(5_000)
  expect(later).toBeGreaterThanOrEqual(120_000)
  expect(first).toBeLessThan(later)
  expect(last).toBe(HOUR / 2)
  const givenUp = await send(transport, { age: 6 * HOUR }).catch(error => error)
  expect(givenUp).toBeInstanceOf(Refused)
  expect(givenUp.retryable).toBe(false)
})

it.each([
  ['the recipient', { toRecipient: () => ({ status: 550, says: `No such user <${to}> here` }) as const }],
  ['the mail', { toMail: () => ({ status: 554, says: `Spam for ${to}` }) as const }],
])('gives up at once where the server refuses %s, with a reason that names nobody', async (_, answers) => {
  const server = await serve(answers)
  const error = await send(smtp(server.url)).catch(error => error)
  expect(error).toBeInstanceOf(Refused)
  expect(error.message).toMatch(/No such user <address> here|Spam for <address>/)
  expect(error.message).not.toContain('mina')
})

it('sends a password only over TLS, unless the server is on this machine', async () => {
  const server = await serve()
  // Loopback by another name, which counts as another machine.
  const named = server.url.replace('127.0.0.1', 'mina:secret@[::ffff:127.0.0.1]')
  const error = await send(smtp(named, SILENCE)).catch(error => error)
  expect(error).toBeInstanceOf(RetryLater)
  expect(error.message).toMatch(/TLS/)
  expect(server.received).toEqual([])
})

it('sends nothing that nobody should get any more', async () => {
  const server = await serve()
  const logged = await send(smtp(server.url), { reply: { ok: true, send: false, reason: 'unsubscribed' } })
  expect(server.received).toEqual([])
  expect(logged).toContain('unsubscribed')
})

it('writes mails to files that only we may read, and one that is sent again over the first', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox')
  cleaning.push(() => rmSync(join(folder, '..'), { recursive: true }))
  const transport = outbox(folder)
  for (let n = 0; n < 2; n++) await send(transport)
  const files = readdirSync(folder)
  expect(files).toEqual([`reset-${job.eventId}.eml`])
  const file = join(folder, files[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const source = readFileSync(file, 'utf8')
  expect(headerOf(source, 'to')).toBe(to)
  expect(source).toContain(`token-${tokens}`)
})
