import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { headerOf, mailServer } from '../test-support/mail-server.ts'
import { aUser } from '../test-support/mails.ts'
import { eraseMails } from './erase-mails.ts'
import { type Mail, mailHealth, mailsIn } from './mails.ts'
import { sendMails } from './send-mails.ts'

const parts = duringTests(startOwnParts)
/** What the server says to the next recipients; then it accepts all. */
const refusals: { status: number; says: string }[] = []
const smtp = await mailServer({ toRecipient: () => refusals.shift() ?? 'accept', toMail: () => 'late' })
let pool: Pool
let accountId: string
beforeAll(async () => {
  pool = connectPostgres({ url: parts.databaseUrl, name: 'mails-test', max: 4 })
  accountId = await aUser(pool)
})
afterAll(async () => {
  await Promise.all([smtp.stop(), pool?.end()])
})
beforeEach(() => pool.query('DELETE FROM command.mails'))

/** A process that sends mails, until it dies or the test ends. */
const start = () => {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const config = { smtpUrl: smtp.url, outboxDir: '', publicUrl: undefined, port: 80 }
  const sending = sendMails({
    ...{ mails: mailsIn(pool), log: pino({ level: 'silent' }), signal: stop.signal },
    config: { ...config, supportEmail: 'support@lectern.example' },
    prepare: async ({ eventId }) => {
      const facts = { kind: 'reset', token: `token of ${eventId}`, validMinutes: 60 } as const
      return { send: true, to: `${eventId}@example.com`, name: 'Mina', hasPrioritySupport: false, facts }
    },
  })
  return { ...sending, die: () => stop.abort() }
}
const aMail = (): Mail => ({ kind: 'reset', accountId, eventId: randomUUID(), revision: 1 })
const add = async (mail = aMail()) => {
  await mailsIn(pool).add(mail)
  return mail
}
const sent = ({ eventId }: Mail) => smtp.received.filter(({ to }) => to[0] === `${eventId}@example.com`)
const rowOf = async ({ eventId }: Mail) => {
  const { rows } = await pool.query('SELECT * FROM command.mails WHERE event_id = $1', [eventId])
  return rows[0]
}
const ended = (mail: Mail) => expect.poll(async () => (await rowOf(mail))?.ended_at).toBeInstanceOf(Date)

it('each mail is sent once, by one of two processes, however often it is asked for', async () => {
  const mails = await Promise.all(Array.from({ length: 12 }, () => add()))
  const [one, other] = [start(), start()]
  for (const mail of mails) await add(mail)
  for (const mail of mails) await ended(mail)
  for (const mail of mails) await add(mail)
  one.look()
  other.look()
  const last = await add()
  one.look()
  await ended(last)
  for (const mail of mails) expect(sent(mail)).toHaveLength(1)
  expect(headerOf(sent(last)[0]?.source ?? '', 'message-id')).toBe(`<reset-${last.eventId}@localhost>`)
  expect(await mailHealth(pool)).toMatchObject({ kinds: [{ kind: 'mail', unfinished: 0 }], dead: 0 })
})

it('a mail that its process took is left to it, and sent by another once it has said nothing for long', async () => {
  const mail = await add()
  const mails = mailsIn(pool)
  expect(await mails.take()).toMatchObject(mail)
  expect(await mails.take()).toBeUndefined()
  await pool.query(`UPDATE command.mails SET claimed_until = now() - interval '1 second'`)
  await mails.hold([mail])
  expect(await mails.take()).toBeUndefined()
  await pool.query(`UPDATE command.mails SET claimed_until = now() - interval '1 second'`)
  start()
  await ended(mail)
  expect(sent(mail)).toHaveLength(1)
})

it('a mail is sent after a server that greylists took its time', async () => {
  refusals.push({ status: 451, says: 'Greylisted' })
  const mail = await add()
  start()
  await expect.poll(async () => (await rowOf(mail))?.next_try.getTime()).toBeGreaterThan(Date.now() + 3_000)
  await ended(mail)
  expect(sent(mail)).toHaveLength(1)
  expect(await rowOf(mail)).toMatchObject({ failure: null, claimed_until: null })
})

it('a mail that the server refuses is kept with the reason, counts as dead, and is sent when an operator asks', async () => {
  refusals.push({ status: 550, says: 'No such user mina@example.com' })
  const mail = await add()
  const { look } = start()
  await ended(mail)
  expect((await rowOf(mail)).failure).toContain('No such user <address>')
  expect(await mailHealth(pool)).toMatchObject({ dead: 1 })
  // As docs/operations.md says.
  await pool.query(
    'UPDATE command.mails SET ended_at = NULL, failure = NULL, waits_since = now() WHERE failure IS NOT NULL',
  )
  look()
  await ended(mail)
  expect(sent(mail)).toHaveLength(1)
})

it('mails are stalled when none ended for an hour', async () => {
  const stalled = async () => (await mailHealth(pool)).kinds[0]
  await add()
  expect(await stalled()).toMatchObject({ unfinished: 1, isStalled: false })
  await pool.query(`UPDATE command.mails SET waits_since = now() - interval '2 hours'`)
  expect(await stalled()).toMatchObject({ unfinished: 1, isStalled: true })
  expect((await stalled())?.oldestSeconds).toBeGreaterThan(7_000)
})

it('an account that is gone gets no mail, and a closed one leaves none', async () => {
  await add({ ...aMail(), accountId: randomUUID() })
  expect((await pool.query('SELECT FROM command.mails')).rowCount).toBe(0)

  const outboxDir = join(parts.dataDir, 'outbox')
  mkdirSync(outboxDir, { recursive: true })
  const [mail, other] = [await add(), aMail()]
  for (const name of [
    `reset-${mail.eventId}.eml`,
    `reset-${mail.eventId}.eml.new`,
    `reset-${other.eventId}.eml`,
    `weekly-${other.eventId}.eml`,
  ])
    writeFileSync(join(outboxDir, name), '')
  const mails = mailsIn(pool)
  const erase = () => eraseMails({ mails, outboxDir }, accountId, [mail.eventId])
  await mails.take()
  await expect(erase()).rejects.toThrow('a mail is being sent')
  await mails.settle(mail, { kind: 'done' })
  // It was about to be held when it was settled.
  await mails.hold([mail])
  await erase()
  await erase()
  expect(readdirSync(outboxDir)).toEqual([`reset-${other.eventId}.eml`])
  expect(await rowOf(mail)).toBeUndefined()
  await eraseMails({ mails, outboxDir: join(outboxDir, 'none') }, accountId, [])
})

it('mails that ended are forgotten after a while, and those that failed later', async () => {
  const mails = mailsIn(pool)
  const [waiting, done, failed] = [await add(), await add(), await add()]
  await mails.settle(done, { kind: 'done' })
  await mails.settle(failed, { kind: 'failed', reason: 'No such user' })
  await mails.clean()
  expect(await rowOf(done)).toBeDefined()
  await pool.query(`UPDATE command.mails SET ended_at = ended_at - interval '9 days'`)
  await mails.clean()
  expect(await rowOf(done)).toBeUndefined()
  expect(await rowOf(failed)).toBeDefined()
  await pool.query(`UPDATE command.mails SET ended_at = ended_at - interval '30 days'`)
  await mails.clean()
  expect(await rowOf(failed)).toBeUndefined()
  expect(await rowOf(waiting)).toBeDefined()
})
