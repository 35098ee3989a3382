import { READ_SCHEMAS } from '@lectern/contracts/database-roles.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { startProjectors } from '@lectern/query-api/test-support/query-api.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { KEPT, LEFT_OUT, PACKED } from './tables.ts'

const parts = duringTests(startReadParts)

it('each table is in a backup, or left out for a reason', async () => {
  await startProjectors(parts)
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'tables', max: 1 })
  try {
    const { rows } = await pool.query<{ table: string }>(
      `SELECT schemaname || '.' || tablename AS table FROM pg_tables
       WHERE schemaname !~ $1 AND tablename <> 'migrations' ORDER BY 1`,
      [`^(pg_catalog|information_schema|public|event_store|backup)$|${READ_SCHEMAS}`],
    )
    const known = [...KEPT, ...PACKED.map(({ table }) => table), ...Object.keys(LEFT_OUT)]
    expect(known.toSorted()).toEqual(rows.map(({ table }) => table))
  } finally {
    await pool.end()
  }
})
