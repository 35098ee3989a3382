import { createDatabase, createDatabaseOf } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  connectPostgres,
  isPostgresUnavailable,
  type Pool,
  type Queryable,
  requirePostgres,
} from './postgres.ts'

let pool: Pool
let watch: Pool
beforeAll(async () => {
  const url = await createDatabase()
  pool = connectPostgres({ url, name: 'impatient', max: 1, queryTimeout: 1_000 })
  watch = connectPostgres({ url, name: 'watch', max: 1 })
})
afterAll(() => Promise.all([pool.end(), watch.end()]))

test('a query that timed out has ended in Postgres too', async () => {
  const error = await pool.query('SELECT pg_sleep(600)').catch(error => error)
  expect(isPostgresUnavailable(error)).toBe(true)
  const active = () =>
    watch.query(
      "SELECT query FROM pg_stat_activity WHERE application_name = 'impatient' AND state = 'active'",
    )
  await expect.poll(async () => (await active()).rows).toEqual([])
})

test('a Postgres that is too old is named with what is needed', async () => {
  await requirePostgres(pool)
  const old = { query: async () => ({ rows: [{ version: '15.14 (Debian 15.14-0+deb12u1)' }] }) }
  await expect(requirePostgres(old as unknown as Queryable)).rejects.toThrow(
    'Lectern needs Postgres 17 or later; this one is 15.14 (Debian 15.14-0+deb12u1).',
  )
})

test('a process waits for a connection where all of its role are taken', async () => {
  const url = await createDatabaseOf('')
  await watch.query(`ALTER ROLE ${new URL(url).username} CONNECTION LIMIT 1`)
  const [first, second] = ['first', 'second'].map(name => connectPostgres({ url, name, max: 1 })) as [
    Pool,
    Pool,
  ]
  onTestFinished(() => second.end())
  await requirePostgres(first)
  await expect(second.query('SELECT')).rejects.toMatchObject({ code: '53300' })
  const waiting = requirePostgres(second)
  await first.end()
  await waiting
  expect((await second.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
