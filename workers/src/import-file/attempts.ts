import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** Attempts without progress after which an import is given up. */
export const ATTEMPTS_MAX = 5

/** Counts an attempt before the file is read. Attempts count from 1 again when an earlier one made progress. */
export async function beginAttempt(pool: Pool, importId: string, fromRow: number): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    `INSERT INTO content.import_attempts AS known (import_id, attempts, from_row) VALUES ($1, 1, $2)
     ON CONFLICT (import_id) DO UPDATE SET touched_at = now(), from_row = excluded.from_row,
       attempts = CASE WHEN known.from_row < excluded.from_row THEN 1 ELSE known.attempts + 1 END
     RETURNING attempts`,
    [importId, fromRow],
  )
  return rows[0]?.attempts ?? 1
}
