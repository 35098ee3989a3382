import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'
import type { Kysely } from 'kysely'

/** Tables that query-api reads besides the read models. */
type ForeignTables = {
  /** Owned by command-api. */
  'identity.users': { id: string; email: string; username: string; first_name: string | null }
  /** Owned by workers: sanitised HTML by its SHA-256, never changed. */
  'content.documents': { hash: string; html: string }
}

export type Tables = ReadTables & ForeignTables

/** Queries of the read schema that serves; tables of other schemas are named with theirs. */
export type ReadDb = Kysely<Tables>
