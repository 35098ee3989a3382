import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from './postgres.ts'

/** Apart from postgres.ts, since Kysely costs a process 13 MB and not all of them build queries with it. */
export const kyselyOn = <DB>(pool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
