import { READ_VERSION } from './tables.ts'

/**
 * Libraries as they were at an earlier moment. query-api asks for one by a row here, projectors fill a read schema for it, and
 * query-api reads that as it reads the present. Neither the rows nor those schemas survive a crash of Postgres.
 */
export type PastsTable = {
  /** Names its schema. */
  n: number
  library_id: string
  at: Date
  /** READ_VERSION of its tables. */
  version: number
  state: PastState
  /** Events that its rows have in them, of those up to `at`. total is null until they were counted. */
  folded: number
  total: number | null
  /** When the library was opened, in a past that is too early. */
  opened_at: Date | null
  used_at: Date
}

/** too-early: the library was not there yet. failed: one of its events cannot be read. */
export type PastState = 'wanted' | 'filling' | 'ready' | 'too-early' | 'failed'

/** Postgres channel on which query-api says that a past is wanted. */
export const PASTS_CHANNEL = 'lectern_pasts'

/** Pasts that are kept at once: one for each library, this many in all. */
export const PASTS_MAX = 4

/** A ready past stays this long, in ms, after it was last read. */
export const PAST_KEPT_MS = 60 * 60_000

/** It counts as one of the read schemas where rights are concerned. */
export const pastSchema = (n: number): string => `read_v${READ_VERSION}_past_${n}`
