import { randomUUID } from 'node:crypto'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { type EarlierNats, earlierNats } from '@lectern/stack/test-support/earlier-nats.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { AckPolicy } from 'nats'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { aUser } from '../test-support/mails.ts'
import { mailsIn } from './mails.ts'
import { takeOverMails } from './take-over.ts'

const parts = duringTests(startOwnParts)
let pool: Pool
let earlier: EarlierNats
beforeAll(async () => {
  pool = connectPostgres({ url: parts.databaseUrl, name: 'take-over-test', max: 2 })
  earlier = await earlierNats()
})
afterAll(async () => {
  await Promise.all([earlier?.stop(), pool?.end()])
})

it('mails that wait in NATS and those that failed for good are taken over once, as old as they are', async () => {
  const { manager, leave, left } = earlier
  await manager.consumers.add('JOBS', {
    ...{ durable_name: 'mail', filter_subject: 'jobs.mail', ack_policy: AckPolicy.Explicit },
  })
  const accountId = await aUser(pool)
  const aJob = (kind: string) => ({ kind, accountId, eventId: randomUUID(), revision: 3 })
  const [waiting, dead, ofNobody] = [
    aJob('welcome'),
    aJob('reset'),
    { ...aJob('reset'), accountId: randomUUID() },
  ]
  for (const job of [waiting, ofNobody, 'no job of ours']) await leave('jobs.mail', job)
  await leave('jobs.import', 'of workers')
  await leave('dead.jobs.mail', dead, 'No such user')
  await leave('dead.jobs.import', 'of workers')

  const takeOver = async () => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    await new Promise<void>(look =>
      takeOverMails({
        ...{ mails: mailsIn(pool), nats: () => earlier.nats, look },
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
  // What is no mail stays for an operator.
  expect(await left('JOBS')).toEqual({ 'jobs.mail': 1, 'jobs.import': 1 })
  expect(await left('DEAD')).toEqual({ 'dead.jobs.import': 1 })
  await expect(manager.consumers.info('JOBS', 'mail')).rejects.toThrow('not found')
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
