import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'
import { connectPostgres } from './postgres.ts'

/** A pool whose limits are shorter than the migration. */
const impatient = duringTests(async () => {
  const pool = connectPostgres({
    url: await createDatabase(),
    name: 'migrate-test',
    max: 4,
    queryTimeout: 800,
    settings: '-c lock_timeout=100ms',
  })
  return { pool, stop: () => pool.end() }
})

const migrationOf = (sql: string): string => {
  const dir = join(inject('testRun').folder, 'migrations-of-postgres-test')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, '0001-slow.sql'), sql)
  return dir
}

it('lets a migration, and others that wait for it, take longer than the limits of the pool', async () => {
  const { pool } = impatient
  const dir = migrationOf('SELECT pg_sleep(1); CREATE TABLE kept (id integer PRIMARY KEY)')
  await Promise.all([migrate(pool, { schema: 'slow', dir }), migrate(pool, { schema: 'slow', dir })])
  expect((await pool.query('SELECT file FROM slow.migrations')).rows).toEqual([{ file: '0001-slow.sql' }])
  // The limits hold again afterwards.
  await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow(/timeout/)
})
