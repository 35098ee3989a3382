import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, inject, it } from 'vitest'
import { Halt } from '../process/halt.ts'
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

it('refuses a schema that a newer version migrated, and applies nothing', async () => {
  const { pool } = impatient
  const dir = migrationOf('CREATE TABLE kept (id integer PRIMARY KEY)')
  await migrate(pool, { schema: 'later', dir })
  await pool.query(`INSERT INTO later.migrations (file) VALUES ('0002-later.sql')`)
  await pool.query(`DELETE FROM later.migrations WHERE file = '0001-slow.sql'; DROP TABLE later.kept`)
  const again = migrate(pool, { schema: 'later', dir })
  await expect(again).rejects.toThrow(Halt)
  await expect(again).rejects.toThrow(
    'Schema later of the database was written by a newer Lectern (0002-later.sql): start that version, or restore the backup from before the upgrade.',
  )
  expect((await pool.query(`SELECT to_regclass('later.kept') AS kept`)).rows).toEqual([{ kept: null }])
})

it('ends where a file cannot be applied, and waits for tables that others make', async () => {
  const { pool } = impatient
  await pool.query('CREATE SCHEMA early; CREATE TABLE early.kept (id integer)')
  const dir = migrationOf('CREATE TABLE kept (id integer PRIMARY KEY)')
  await expect(migrate(pool, { schema: 'early', dir })).rejects.toThrow(Halt)
  await expect(migrate(pool, { schema: 'early', dir })).rejects.toThrow(
    'Schema early of the database is not as this version expects it (0001-slow.sql: relation "kept" already exists).',
  )
  const soon = migrationOf('CREATE TABLE mine AS SELECT * FROM others.kept')
  await expect(migrate(pool, { schema: 'soon', dir: soon })).rejects.not.toThrow(Halt)
})
