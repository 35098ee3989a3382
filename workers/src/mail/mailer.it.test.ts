import { randomUUID } from 'node:crypto'
import { commandSubjects, jobSubjects, MailJob, type MailKind, streams } from '@lectern/contracts/jobs.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { answerRequests, ask } from '@lectern/platform/nats/request.ts'
import { startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { headerOf, mailServer } from '../test-support/mail-server.ts'
import { startTestMailer } from '../test-support/mailer.ts'

const log = pino({ level: 'silent' })
/** What the server says to the next recipients; then it accepts all. */
const refusals: { status: number; says: string }[] = []
const smtp = await mailServer({ toRecipient: () => refusals.shift() ?? 'accept' })
const asked: string[] = []
const stops: (() => unknown)[] = []
let server: TestNats
let projectors: Nats

beforeAll(async () => {
  server = await startNats()
  projectors = await connectNats({ url: server.url('projectors'), name: 'projectors' })
  const gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  const stopAnswering = answerRequests({
    ...{ nats: gateway, subject: commandSubjects.prepareMail, queue: 'commands', schema: MailJob },
    ...{ atOnce: 4, log },
    handle: async ({ kind, eventId }) => {
      asked.push(eventId)
      if (kind === 'welcome') return { ok: true, send: false, reason: 'unsubscribed' }
      const facts = { kind: 'reset', token: `token-${asked.length}`, validMinutes: 60 }
      return {
        ok: true,
        send: true,
        to: `${eventId}@example.com`,
        name: 'Mina',
        hasPrioritySupport: false,
        facts,
      }
    },
  })
  const mailer = await startTestMailer({ NATS_URL: server.url('mailer'), SMTP_URL: smtp.url })
  stops.unshift(
    () => server.stop(),
    () => Promise.all([projectors.close(), gateway.close()]),
    stopAnswering,
    smtp.stop,
  )
  stops.push(mailer.stop)
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const request = async (kind: MailKind, msgId: string = randomUUID()) => {
  const job = { kind, accountId: randomUUID(), eventId: randomUUID(), revision: 1 }
  await publishJob(projectors, jobSubjects.mail, job, msgId)
  return job.eventId
}
const mailsTo = (eventId: string) => smtp.received.filter(({ to }) => to[0] === `${eventId}@example.com`)

it('sends the mail of a job, with a token that the job did not hold', async () => {
  const eventId = await request('reset')
  await expect.poll(() => mailsTo(eventId).length).toBe(1)
  expect(mailsTo(eventId)[0]?.source).toMatch(/token-\d/)
  expect(headerOf(mailsTo(eventId)[0]?.source ?? '', 'message-id')).toBe(`<reset-${eventId}@localhost>`)
})

it('sends after a server that greylists took its time', async () => {
  refusals.push({ status: 451, says: 'Greylisted' })
  const eventId = await request('reset')
  await expect.poll(() => mailsTo(eventId).length).toBe(1)
  expect(asked.filter(each => each === eventId)).toHaveLength(2)
})

it('moves a mail that the server refuses to the dead letters, with the reason', async () => {
  refusals.push({ status: 550, says: 'No such user mina@example.com' })
  const eventId = await request('reset')
  const manager = await projectors.jetstreamManager()
  const dead = async () =>
    manager.streams
      .getMessage(streams.dead.name, { last_by_subj: `dead.${jobSubjects.mail}` })
      .catch(() => undefined)
  await expect.poll(async () => (await dead())?.json<MailJob>().eventId).toBe(eventId)
  const reason = (await dead())?.header.get('Lectern-Reason')
  expect(reason).toContain('No such user <address>')
  expect(mailsTo(eventId)).toEqual([])
})

it('sends nothing that the owner does not want', async () => {
  const eventId = await request('welcome')
  await expect.poll(() => asked).toContain(eventId)
  const next = await request('reset')
  await expect.poll(() => mailsTo(next).length).toBe(1)
  expect(mailsTo(eventId)).toEqual([])
})

it('is the only one that may ask what a mail says', async () => {
  const workers = await connectNats({ url: server.url('workers'), name: 'workers' })
  const job = { kind: 'reset', accountId: randomUUID(), eventId: randomUUID(), revision: 1 }
  await expect(
    ask(workers, commandSubjects.prepareMail, job, z.unknown(), { timeoutMs: 2_000 }),
  ).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' })
  await expect(publishJob(workers, jobSubjects.mail, job, 'forged')).rejects.toMatchObject({
    code: 'PERMISSIONS_VIOLATION',
  })
  await workers.close()
})

it.each(['workers', 'projectors', 'query-api', 'gateway'] as const)(
  'alone hears what a mail says, and %s do not',
  async role => {
    const nats = await connectNats({ url: server.url(role), name: role })
    const heard = new Promise(resolve => {
      nats.subscribe('_INBOX.mailer.>', { callback: resolve })
      setTimeout(resolve, 2_000, 'anything')
    })
    expect(await heard).toMatchObject({ code: 'PERMISSIONS_VIOLATION' })
    await nats.close()
  },
)
