import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupProblems, backupState } from './backups.ts'
import { measureBackups } from './metrics.ts'

let pool: Pool
beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 1 })
})
afterAll(() => pool.end())
beforeEach(() => pool.query('DROP SCHEMA IF EXISTS backup CASCADE'))

const makeTable = () =>
  pool.query(`CREATE SCHEMA backup; CREATE TABLE backup.runs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), kind text NOT NULL,
    began_at timestamptz NOT NULL, ended_at timestamptz, failure text, facts jsonb NOT NULL DEFAULT '{}')`)
/** A run that took a minute, so many days ago. */
const ran = (kind: string, daysAgo: number, failure: string | null = null, facts: object = {}) =>
  pool.query(
    `INSERT INTO backup.runs (kind, began_at, ended_at, failure, facts)
     VALUES ($1, now() - $2 * interval '1 day' - interval '1 minute', now() - $2 * interval '1 day', $3, $4)`,
    [kind, daysAgo, failure, facts],
  )
const problems = async () => backupProblems(await backupState(pool)).map(({ what }) => what)
const metrics = async () => {
  const registry = createMetrics('test')
  measureBackups(registry, pool)
  const ageOf = async (name: string) =>
    (await registry.getSingleMetric(`lectern_${name}_age_seconds`)?.get())?.values[0]?.value ?? 0
  return [await ageOf('backup'), await ageOf('drill')]
}

test('without backups there is nothing to tell, with a table or without', async () => {
  expect(await backupState(pool)).toBeNull()
  expect(await metrics()).toEqual([Number.NaN, Number.NaN])
  await makeTable()
  expect(await backupState(pool)).toBeNull()
  expect(await problems()).toEqual([])
})

test('a backup of today and a drill of this week are well', async () => {
  await makeTable()
  const facts = {
    name: '20260703',
    place: 's3://key:secret@host/b?sign=1',
    events: 12_400,
    isIncremental: true,
  }
  await ran('backup', 30)
  await ran('backup', 1, null, facts)
  await ran('drill', 5, null, { name: '20260703', restoredAfterS: 41.4 })
  expect(await problems()).toEqual([])
  const { backups } = (await backupState(pool)) ?? {}
  const told = ['20260703', 'in s3://host/b', 'what is new since the one before', '12,400 events']
  expect(backups?.backups.done?.facts).toEqual(told)
  expect(backups?.drills.done?.facts).toEqual(['20260703', 'restored in 41 s'])
  const [backup = 0, drill = 0] = await metrics()
  expect(Math.round(backup / 3_600)).toBe(24)
  expect(Math.round(drill / 86_400)).toBe(5)
})

test('where the key of encrypted backups is elsewhere nobody waits for a drill', async () => {
  await makeTable()
  await ran('backup', 30)
  await ran('backup', 1, null, { isOpenHere: false })
  expect(await problems()).toEqual([])
  expect(await metrics()).toEqual([expect.any(Number), Number.NaN])
})

test('old backups, old drills and those that failed last are problems', async () => {
  await makeTable()
  await ran('backup', 11)
  expect(await problems()).toEqual([
    'No backup was made for 11 days.',
    'No backup was tried out for 11 days.',
  ])
  await ran('backup', 1, 'no room at https://host/secret')
  await ran('drill', 1, 'a row differs')
  const told = await backupState(pool)
  expect(backupProblems(told).map(({ what }) => what)).toEqual([
    'The last backup failed.',
    'No backup was made for 11 days.',
    'The last drill failed.',
    'No backup was tried out for 11 days.',
  ])
  expect(backupProblems(told)[0]?.todo).toBe('no room at https://host/…. Mend that, and run make backup.')
  await ran('backup', 0)
  await ran('drill', 0)
  expect(await problems()).toEqual([])
})

test('the first backup has two days to succeed, and one that runs is told', async () => {
  await makeTable()
  await pool.query(`INSERT INTO backup.runs (kind, began_at) VALUES ('backup', now() - interval '1 day')`)
  expect(await problems()).toEqual([])
  expect((await backupState(pool))?.backups.backups).toMatchObject({ done: null, running: { endedAt: null } })
  await pool.query(`UPDATE backup.runs SET began_at = now() - interval '3 days'`)
  expect(await problems()).toEqual(['No backup was made for 3 days.'])
})
