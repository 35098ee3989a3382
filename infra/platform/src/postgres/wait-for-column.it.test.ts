import { createDatabase, duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, it, vi } from 'vitest'
import { connectPostgres } from './postgres.ts'
import { waitForColumn } from './wait-for-column.ts'

const database = duringTests(async () => {
  const pool = connectPostgres({ url: await createDatabase(), name: 'wait-test', max: 4 })
  return { pool, stop: () => pool.end() }
})
const SEARCHED = { schema: 'content', table: 'documents', column: 'searched' }

it('waitForColumn waits for the schema, the table and the column, and logs it once', async () => {
  const { pool } = database
  const lines: string[] = []
  const log = { info: (_: object, line: string) => lines.push(line) }
  let isThere = false
  const waiting = waitForColumn(pool, SEARCHED, { log, signal: new AbortController().signal }).then(() => {
    isThere = true
  })
  const looks = vi.spyOn(pool, 'query')
  for (const step of ['CREATE SCHEMA content', 'CREATE TABLE content.documents (hash text)']) {
    await pool.query(step)
    looks.mockClear()
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(1)
    expect(isThere).toBe(false)
  }
  await pool.query('ALTER TABLE content.documents ADD COLUMN searched tsvector')
  await waiting
  expect(lines).toEqual(['waiting for tables that another process makes'])
})

it('waitForColumn ends when its signal aborts', async () => {
  const stop = new AbortController()
  const nowhere = { schema: 'nowhere', table: 'never', column: 'none' }
  const waiting = waitForColumn(database.pool, nowhere, {
    log: { info: () => stop.abort() },
    signal: stop.signal,
  })
  await expect(waiting).rejects.toThrow(/abort/)
})
