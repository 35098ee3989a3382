import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { expect, test } from 'vitest'
import { type HealthParts, healthOf } from './health.ts'

/** A Postgres with these parked streams and mails; records its queries. */
const postgresWith = (parked: readonly object[], mails: readonly object[] = []) => {
  const asked: string[] = []
  const query = async (text: string) => {
    asked.push(text)
    if (text.includes('command.mails')) return { rows: mails }
    return { rows: text.includes('parked_streams') ? parked : [{ schema: 'read_v8' }] }
  }
  return { asked, pool: { query } as unknown as Pool }
}

const parts = (changes: Partial<HealthParts>): HealthParts => ({
  pool: postgresWith([]).pool,
  watch: { alarms: () => [] },
  space: { isLow: () => false, bytes: () => 2_000_000_000 },
  ready: async () => true,
  ...changes,
})

test('parked streams and a full disk are alarms, but Lectern stays ready', async () => {
  const { pool } = postgresWith([{ stream: 'library-1', lane: '0' }])
  const space = { isLow: () => true, bytes: () => 90_000_000 }
  const health = await healthOf(parts({ pool, space }))()
  expect(health).toMatchObject({ ready: true, parkedStreams: 1, freeMb: 90 })
  expect(health.alarms).toContain('Streams are parked.')
  expect(health.alarms).toContain('Writes are refused for want of space.')
})

test('mails that failed for good and mails that are stalled are alarms', async () => {
  const { pool } = postgresWith([], [{ unfinished: 2, dead: 1, oldest: 8_000, ended: 7_000 }])
  const health = await healthOf(parts({ pool }))()
  expect(health.alarms).toEqual(
    expect.arrayContaining(['No job of mail was finished for too long.', 'Jobs failed for good.']),
  )
})

test('a backup that failed is an alarm without its reason, which strangers must not read', async () => {
  const [beganAt, failure] = [new Date(), 'no room at /srv/backups']
  const run = {
    kind: 'backup',
    state: 'failed',
    beganAt,
    endedAt: beganAt,
    failure,
    facts: {},
    firstAt: beganAt,
  }
  const query = async (text: string) => ({ rows: text.includes('backup.runs') ? [run] : [] })
  const health = await healthOf(parts({ pool: { query } as unknown as Pool }))()
  expect(health.alarms).toEqual(['The last backup failed.'])
  expect(health.ready).toBe(true)
})

test('strangers read no library in the health', async () => {
  expect(Object.keys(await healthOf(parts({}))())).toEqual([
    ...['ready', 'alarms', 'jobs', 'deadLetters', 'parkedStreams', 'freeMb'],
  ])
})

test('a part that does not answer is null, and jobs are an alarm', async () => {
  const pool = { query: () => Promise.reject(new Error('Postgres is away')) } as unknown as Pool
  const health = await healthOf(parts({ pool, ready: () => Promise.reject(new Error('no')) }))()
  expect(health).toMatchObject({ ready: false, jobs: null, deadLetters: null, parkedStreams: null })
  expect(health.alarms).toEqual(['The state of jobs is not known.'])
})

test('an event store that is behind, and events that nobody projects, are alarms', async () => {
  const watch = { alarms: () => ['The event store was put back.', 'Nobody projects.'] }
  expect((await healthOf(parts({ watch }))()).alarms).toEqual(expect.arrayContaining(watch.alarms()))
})

test('unknown free space is an alarm', async () => {
  const health = await healthOf(parts({ space: { isLow: () => false, bytes: () => undefined } }))()
  expect(health.alarms).toContain('How much space is free is not known.')
})

test('concurrent callers share one query', async () => {
  const { asked, pool } = postgresWith([])
  const read = healthOf(parts({ pool }))
  await Promise.all(Array.from({ length: 20 }, read))
  expect(asked.filter(text => text.includes('parked_streams'))).toHaveLength(1)
})
