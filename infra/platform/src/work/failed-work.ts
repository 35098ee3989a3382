import type { Work, WorkKind } from '@lectern/contracts/work.ts'
import type { Queryable } from '../postgres/postgres.ts'
import { WORK_CHANNEL } from './add-work.ts'

/** Work that failed for good, which nobody takes. */
export type FailedWork = Work & {
  readonly since: Date
  readonly failedAt: Date
  /** Times that it failed before the last one. */
  readonly failures: number
  readonly reason: string
}

const COLUMNS = `kind, key, library_id AS "libraryId", host, job, since, failed_at AS "failedAt", failures, coalesce(reason, '') AS reason`

/** The latest first. */
export const failedWork = async (db: Queryable, atMost: number): Promise<FailedWork[]> =>
  (
    await db.query<FailedWork>(
      `SELECT ${COLUMNS} FROM projections.work WHERE failed_at IS NOT NULL ORDER BY failed_at DESC LIMIT $1`,
      [atMost],
    )
  ).rows

export const findFailedWork = async (
  db: Queryable,
  kind: WorkKind,
  key: string,
): Promise<FailedWork | undefined> => {
  const asked = `SELECT ${COLUMNS} FROM projections.work WHERE kind = $1 AND key = $2 AND failed_at IS NOT NULL`
  return (await db.query<FailedWork>(asked, [kind, key])).rows[0]
}

/** Has it done as if it were new: one row, or all of its kind. @returns how many rows */
export const retryWork = async (db: Queryable, kind: WorkKind, key?: string): Promise<number> => {
  const { rowCount } = await db.query(
    `UPDATE projections.work SET since = now(), due_at = now(), failures = 0, failed_at = NULL, reason = NULL
     WHERE kind = $1 AND failed_at IS NOT NULL AND ($2::text IS NULL OR key = $2)`,
    [kind, key ?? null],
  )
  await db.query('SELECT pg_notify($1, $2)', [WORK_CHANNEL, kind])
  return rowCount ?? 0
}

/** Forgets a row, unless it is tried again. @returns how many rows */
export const removeFailedWork = async (db: Queryable, kind: WorkKind, key: string): Promise<number> => {
  const removed = 'DELETE FROM projections.work WHERE kind = $1 AND key = $2 AND failed_at IS NOT NULL'
  return (await db.query(removed, [kind, key])).rowCount ?? 0
}
