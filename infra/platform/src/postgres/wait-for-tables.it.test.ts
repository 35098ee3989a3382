import { createDatabase, duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { connectPostgres } from './postgres.ts'
import { waitForTables } from './wait-for-tables.ts'

const database = duringTests(async () => {
  const pool = connectPostgres({ url: await createDatabase(), name: 'wait-test', max: 4 })
  return { pool, stop: () => pool.end() }
})
const QUERY = 'SELECT searched FROM content.documents LIMIT 0'

it('waits for the schema, the table and the column, and logs it once', async () => {
  const { pool } = database
  const lines: string[] = []
  const log = { info: (_: object, line: string) => lines.push(line) }
  let isThere = false
  const waiting = waitForTables(pool, QUERY, { log, signal: new AbortController().signal }).then(() => {
    isThere = true
  })
  for (const step of ['CREATE SCHEMA content', 'CREATE TABLE content.documents (hash text)']) {
    await pool.query(step)
    await expect(pool.query(QUERY)).rejects.toThrow(/does not exist/)
    expect(isThere).toBe(false)
  }
  await pool.query('ALTER TABLE content.documents ADD COLUMN searched tsvector')
  await waiting
  expect(lines).toEqual(['waiting for tables that another process makes'])
})

it('ends when its signal aborts', async () => {
  const stop = new AbortController()
  const waiting = waitForTables(database.pool, 'SELECT FROM nowhere.never', {
    log: { info: () => stop.abort() },
    signal: stop.signal,
  })
  await expect(waiting).rejects.toThrow(/abort/)
})
