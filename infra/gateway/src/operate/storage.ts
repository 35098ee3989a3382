import type { Operation } from '@lectern/contracts/api/operation.ts'
import { READ_SCHEMAS } from '@lectern/contracts/database-roles.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'

type Storage = NonNullable<Operation['storage']>
type Row = { readonly schema: string; readonly isPicture: boolean; readonly bytes: number }

const NAMES: Readonly<Record<string, string>> = {
  event_store: 'Events',
  content: 'Texts of articles',
  uploads: 'Uploaded files',
  exports: 'Exports',
  identity: 'Accounts',
  shares: 'Public links',
}

const nameOf = ({ schema, isPicture }: Row): string => {
  if (isPicture) return 'Pictures'
  if (new RegExp(READ_SCHEMAS).test(schema))
    return schema.includes('_past') ? 'Libraries as they were' : 'Read models'
  return NAMES[schema] ?? 'Other tables'
}

export type StorageParts = {
  readonly pool: Pool
  readonly space: Pick<FreeSpace, 'bytes'>
  readonly minFreeMb: number
}

/** What lies in Postgres, the largest first. The event store is part of it where it is the embedded one. */
export const storageOf = async ({ pool, space, minFreeMb }: StorageParts): Promise<Storage> => {
  const { rows } = await pool.query<Row>(
    `SELECT nspname AS schema, nspname = 'content' AND relname LIKE '%image%' AS "isPicture",
       sum(pg_total_relation_size(c.oid))::float8 AS bytes
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'm') AND nspname !~ '^pg_' AND nspname <> 'information_schema' GROUP BY 1, 2`,
  )
  const bytes = new Map<string, number>()
  for (const row of rows) bytes.set(nameOf(row), (bytes.get(nameOf(row)) ?? 0) + row.bytes)
  const largest = await pool.query<{ bytes: number }>(
    'SELECT events + content AS bytes FROM command.kept_bytes ORDER BY events + content DESC LIMIT 5',
  )
  return {
    freeBytes: space.bytes() ?? null,
    neededBytes: minFreeMb * 1_000_000,
    stores: Array.from(bytes, ([name, size]) => ({ name, bytes: size })).toSorted(
      (a, b) => b.bytes - a.bytes,
    ),
    largestLibraries: largest.rows.map(row => row.bytes),
  }
}
