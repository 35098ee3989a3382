import { randomUUID } from 'node:crypto'
import { streams } from '@lectern/contracts/jobs.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { ensureStreams, orMissing } from '@lectern/platform/nats/streams.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { headers } from 'nats'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { aUser } from '../test-support/mails.ts'
import { mailsIn } from './mails.ts'
import { takeOverMails } from './take-over.ts'

const parts = duringTests(startOwnParts)
let pool: Pool
const connections: Nats[] = []
const as = async (role: Parameters<typeof parts.natsUrl>[0]) => {
  const nats = await connectNats({ url: parts.natsUrl(role), name: role })
  connections.push(nats)
  return nats
}
beforeAll(() => {
  pool = connectPostgres({ url: parts.databaseUrl, name: 'take-over-test', max: 2 })
})
afterAll(async () => {
  await Promise.all([...connections.map(nats => nats.close()), pool?.end()])
})

it('mails that wait in NATS and those that failed for good are taken over once, as old as they are', async () => {
  const [projectors, workers] = [await as('projectors'), await as('workers')]
  const manager = await ensureStreams(projectors)
  await manager.consumers.add(streams.jobs.name, {
    ...{ durable_name: 'mail', filter_subject: 'jobs.mail', ack_policy: 'explicit' as never },
  })
  const accountId = await aUser(pool)
  const aJob = (kind: string) => ({ kind, accountId, eventId: randomUUID(), revision: 3 })
  const [waiting, dead, ofNobody] = [
    aJob('welcome'),
    aJob('reset'),
    { ...aJob('reset'), accountId: randomUUID() },
  ]
  const publish = (nats: Nats, subject: string, job: unknown, reason?: string) => {
    const notes = headers()
    if (reason) notes.set('Lectern-Reason', reason)
    return nats.jetstream().publish(subject, JSON.stringify(job), { headers: notes })
  }
  for (const job of [waiting, ofNobody, 'no job of ours']) await publish(projectors, 'jobs.mail', job)
  await publish(projectors, 'jobs.import', 'of workers')
  await publish(workers, 'dead.jobs.mail', dead, 'No such user')
  await publish(workers, 'dead.jobs.import', 'of workers')

  const gateway = await as('gateway')
  const takeOver = async () => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    await new Promise<void>(look =>
      takeOverMails({
        ...{ mails: mailsIn(pool), nats: () => gateway, look },
        ...{ log: pino({ level: 'silent' }), signal: stop.signal },
      }),
    )
  }
  // A crash may leave what was taken over already.
  await mailsIn(pool).add({ ...waiting, kind: 'welcome' })
  await takeOver()
  await takeOver()
  const { rows } = await pool.query(
    `SELECT event_id, kind, revision, failure, ended_at IS NOT NULL AS ended FROM command.mails ORDER BY kind`,
  )
  expect(rows).toEqual([
    { event_id: dead.eventId, kind: 'reset', revision: 3, failure: 'No such user', ended: true },
    { event_id: waiting.eventId, kind: 'welcome', revision: 3, failure: null, ended: false },
  ])
  const subjectsIn = async (stream: string) =>
    (await manager.streams.info(stream, { subjects_filter: '>' })).state.subjects
  // What is no mail stays for an operator.
  expect(await subjectsIn(streams.jobs.name)).toEqual({ 'jobs.mail': 1, 'jobs.import': 1 })
  expect(await subjectsIn(streams.dead.name)).toEqual({ 'dead.jobs.import': 1 })
  expect(await orMissing(manager.consumers.info(streams.jobs.name, 'mail'))).toBeUndefined()
})

it('a mail that waits in NATS keeps the time of its publishing', async () => {
  const job = { kind: 'receipt', accountId: await aUser(pool), eventId: randomUUID(), revision: 3 } as const
  const since = new Date(Date.now() - 3_600_000)
  await mailsIn(pool).add(job, { since, failure: undefined })
  expect(await mailsIn(pool).take()).toMatchObject({ eventId: expect.any(String) })
  const { rows } = await pool.query('SELECT waits_since FROM command.mails WHERE event_id = $1', [
    job.eventId,
  ])
  expect(rows).toEqual([{ waits_since: since }])
})
