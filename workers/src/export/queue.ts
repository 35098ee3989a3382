import { randomUUID } from 'node:crypto'
import type { ExportFormat, ExportScope } from '@lectern/contracts/api/exports.ts'
import type { ExportFailure } from '@lectern/contracts/export-failures.ts'
import { EXPORT_GIVEN_UP_SECONDS } from '@lectern/contracts/exports.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** Attempts that end with their process. */
export const ATTEMPTS_MAX = 3

/** An export that this process makes. */
export type TakenExport = {
  readonly id: string
  /** Names this attempt. */
  readonly claim: string
  readonly attempts: number
  readonly userId: string
  readonly libraryId: string
  readonly format: ExportFormat
  readonly kind: ExportScope['kind']
  /** As Postgres writes an int4multirange. */
  readonly linkIds: string | null
  readonly collectionId: number | null
  readonly withPrivateNotes: boolean
  readonly position: string | null
  /** A device waits for it. */
  readonly forDevice: boolean
}

export type Progress = { readonly written: number; readonly total: number | null }

/** Another process makes the export now, or its owner removed it. */
export class NotOurs extends Error {
  override readonly name = 'NotOurs'
}

export type ExportQueue = {
  /**
   * What waits the longest, or whose maker has died, among those for devices or among the others. What was put back comes after
   * what waited meanwhile. Its earlier pieces are removed.
   * @param except formats to leave
   */
  take(forDevice: boolean, except?: readonly ExportFormat[]): Promise<TakenExport | undefined>
  /** Says that the work goes on. @throws NotOurs */
  told(taken: TakenExport, progress: Progress): Promise<void>
  /** Adds a piece in the same way. @throws NotOurs */
  add(taken: TakenExport, piece: { n: number; bytes: Buffer }, progress: Progress): Promise<void>
  /** @throws NotOurs */
  done(taken: TakenExport, progress: Progress): Promise<void>
  /** Ends it without a file. */
  fail(taken: TakenExport, failure: ExportFailure): Promise<void>
  /** Another attempt follows at once. @param isCounted this one counts among ATTEMPTS_MAX */
  putBack(taken: TakenExport, isCounted: boolean): Promise<void>
}

/**
 * Requests in Postgres, of which any number of exporters takes. Each write of a maker looks whether the export is still its
 * own, so that one that was held up writes nothing into the work of another.
 */
export const exportQueue = (pool: Pool): ExportQueue => {
  const mine = async (taken: TakenExport, text: string, values: readonly unknown[] = []): Promise<void> => {
    const { rowCount } = await pool.query(text, [taken.id, taken.claim, ...values])
    if (rowCount === 0) throw new NotOurs()
  }

  return {
    take: async (forDevice, except = []) => {
      const { rows } = await pool.query<TakenExport>(
        `UPDATE exports.requests SET status = 'running', claim = $1, attempts = attempts + 1, seen_at = now(),
           written = 0, total = NULL, size = 0
         WHERE id = (
           SELECT id FROM exports.requests
           WHERE (status = 'waiting' OR status = 'running' AND seen_at < now() - $2 * interval '1 second')
             AND for_device = $3 AND format <> ALL ($4::text[])
           ORDER BY coalesce(seen_at, requested_at) LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, claim, attempts, user_id AS "userId", library_id AS "libraryId", format, scope AS kind,
           link_ids::text AS "linkIds", collection_id AS "collectionId", with_private_notes AS "withPrivateNotes", position,
           for_device AS "forDevice"`,
        [randomUUID(), EXPORT_GIVEN_UP_SECONDS, forDevice, except],
      )
      const [taken] = rows
      if (taken) await pool.query('DELETE FROM exports.pieces WHERE export_id = $1', [taken.id])
      return taken
    },
    told: (taken, { written, total }) =>
      mine(
        taken,
        'UPDATE exports.requests SET seen_at = now(), written = $3, total = $4 WHERE id = $1 AND claim = $2',
        [written, total],
      ),
    add: (taken, { n, bytes }, { written, total }) =>
      mine(
        taken,
        `WITH own AS (
           UPDATE exports.requests SET seen_at = now(), size = size + length($4::bytea), written = $5, total = $6
           WHERE id = $1 AND claim = $2 RETURNING id)
         INSERT INTO exports.pieces (export_id, n, bytes) SELECT id, $3, $4 FROM own`,
        [n, bytes, written, total],
      ),
    done: (taken, { written, total }) =>
      mine(
        taken,
        `UPDATE exports.requests SET status = 'done', claim = NULL, written = $3, total = $4, ended_at = now()
         WHERE id = $1 AND claim = $2`,
        [written, total],
      ),
    fail: async ({ id, claim }, failure) => {
      await pool.query(
        `WITH own AS (
           UPDATE exports.requests SET status = 'failed', claim = NULL, failure = $3, size = 0, ended_at = now()
           WHERE id = $1 AND claim = $2 RETURNING id)
         DELETE FROM exports.pieces WHERE export_id IN (SELECT id FROM own)`,
        [id, claim, failure],
      )
    },
    putBack: async ({ id, claim }, isCounted) => {
      await pool.query(
        `UPDATE exports.requests SET status = 'waiting', claim = NULL, attempts = attempts - $3
         WHERE id = $1 AND claim = $2`,
        [id, claim, isCounted ? 0 : 1],
      )
    },
  }
}
