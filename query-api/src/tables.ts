import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'

/** What query-api reads besides the read models. */
type ForeignTables = {
  /** Owned by command-api. */
  'identity.users': { id: string; email: string; username: string; first_name: string | null }
  /** Owned by workers: sanitised HTML by its SHA-256, never changed. */
  'content.documents': { hash: string; html: string }
}

/** Read models need `withSchema(model.schema())`; the others name their schema. */
export type Tables = ReadTables & ForeignTables
