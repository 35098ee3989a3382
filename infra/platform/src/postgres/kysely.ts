import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from './postgres.ts'

/** In a file of its own, since Kysely costs a process 13 MB and only some use it. */
export const kyselyOn = <DB>(pool: Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
