import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { StreamEnded } from '@lectern/platform/event-store/port.ts'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { headerOf, LATE_MS, mailServer } from '../test-support/mail-server.ts'
import type { Outcome } from './mails.ts'
import type { Prepared } from './prepared.ts'
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
const mail = { kind: 'reset', accountId: randomUUID(), eventId: randomUUID(), revision: 1 } as const
let tokens = 0

/** Tries to send a mail, with a new token each time. */
const send = async (
  transport: Send,
  { age = 0, reply }: { age?: number; reply?: () => Promise<Prepared> } = {},
): Promise<Outcome & { logged: string }> => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const prepared = async (): Promise<Prepared> => {
    tokens += 1
    const facts = { kind: 'reset', token: `token-${tokens}`, validMinutes: 60 } as const
    return { send: true, to, name: 'Mina', hasPrioritySupport: false, facts }
  }
  const sender = { origin: 'https://lectern.example', supportEmail: 'support@lectern.example' }
  const since = new Date(Date.now() - age)
  const outcome = await sendMail(
    { ...mail, since },
    { ...sender, prepare: reply ?? prepared, send: transport, log },
  )
  return { ...outcome, logged: lines.join('') }
}

it('hands a mail over, and logs neither its text nor the address', async () => {
  const server = await serve()
  const { kind, logged } = await send(smtp(server.url))
  expect(kind).toBe('done')
  const [received] = server.received
  expect(received).toMatchObject({ from: 'support@lectern.example', to: [to] })
  const source = received?.source ?? ''
  expect(headerOf(source, 'from')).toBe('Lectern <support@lectern.example>')
  expect(headerOf(source, 'to')).toBe(to)
  expect(headerOf(source, 'subject')).toBe('Set a new password for Lectern')
  expect(headerOf(source, 'auto-submitted')).toBe('auto-generated')
  expect(source).toMatch(/text\/plain[\s\S]*reset-password\?token=3Dtoken-|text\/plain[\s\S]*token-/)
  expect(source).toMatch(/text\/html/)
  expect(logged).toContain(mail.eventId)
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
  expect(await send(transport)).toMatchObject({ kind: 'later' })
  await send(transport)
  const [first, second] = server.received.map(({ source }) => headerOf(source, 'message-id'))
  expect(first).toBe(`<reset-${mail.eventId}@lectern.example>`)
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
    const outcome = await send(transport, { age })
    return outcome.kind === 'later' ? outcome.delayMs : Number.NaN
  }
  const [first, later, last] = [await delayAt(0), await delayAt(120_000), await delayAt(5 * HOUR)]
  expect(first).toBeGreaterThanOrEqual(5_000)
  expect(later).toBeGreaterThanOrEqual(120_000)
  expect(first).toBeLessThan(later)
  expect(last).toBe(HOUR / 2)
  expect(await send(transport, { age: 6 * HOUR })).toMatchObject({ kind: 'failed' })
})

it.each([
  ['the recipient', { toRecipient: () => ({ status: 550, says: `No such user <${to}> here` }) as const }],
  ['the mail', { toMail: () => ({ status: 554, says: `Spam for ${to}` }) as const }],
])('gives up at once where the server refuses %s, with a reason that names nobody', async (_, answers) => {
  const server = await serve(answers)
  const outcome = await send(smtp(server.url))
  expect(outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/No such user <address> here|Spam for <address>/),
  })
  expect(JSON.stringify(outcome)).not.toContain('mina')
})

it('sends a password only over TLS, unless the server is on this machine', async () => {
  const server = await serve()
  // Loopback by another name, which counts as another machine.
  const named = server.url.replace('127.0.0.1', 'mina:secret@[::ffff:127.0.0.1]')
  const outcome = await send(smtp(named, SILENCE))
  expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringMatching(/TLS/) })
  expect(server.received).toEqual([])
})

it('sends nothing that nobody should get any more', async () => {
  const server = await serve()
  const transport = smtp(server.url)
  const unwanted = await send(transport, { reply: async () => ({ send: false, reason: 'unsubscribed' }) })
  expect(unwanted).toMatchObject({ kind: 'done', logged: expect.stringContaining('unsubscribed') })
  const closed = await send(transport, { reply: () => Promise.reject(new StreamEnded('account-1')) })
  expect(closed.kind).toBe('done')
  expect(server.received).toEqual([])
})

it('fails for good about an event that is not there, and tries again soon what cannot be prepared now', async () => {
  const reply = (error: Error) => ({ age: 5 * HOUR, reply: () => Promise.reject(error) })
  const transport = smtp('smtp://127.0.0.1:1')
  expect(await send(transport, reply(new Rejected('not-found')))).toMatchObject({ kind: 'failed' })
  const away = await send(transport, reply(new Error('Postgres is away')))
  expect(away).toMatchObject({ kind: 'later', delayMs: 5_000 })
})

it('writes mails to files that only we may read, and one that is sent again over the first', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'outbox-')), 'outbox')
  cleaning.push(() => rmSync(join(folder, '..'), { recursive: true }))
  const transport = outbox(folder)
  for (let n = 0; n < 2; n++) await send(transport)
  const files = readdirSync(folder)
  expect(files).toEqual([`reset-${mail.eventId}.eml`])
  const file = join(folder, files[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const source = readFileSync(file, 'utf8')
  expect(headerOf(source, 'to')).toBe(to)
  expect(source).toContain(`token-${tokens}`)
})
