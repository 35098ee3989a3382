import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { BackupFault } from './fault.ts'

export type RunKind = 'backup' | 'drill' | 'restore'

/** Runs one after the other on one database: both use what the last backup packed. */
const LOCK = 'lectern backup'

const KEPT_DAYS = 400

/**
 * Notes when a run began and how it ended, for the operator. One that was killed is noted at the next.
 * @throws BackupFault where another one runs
 */
export const noted = async <Facts extends object>(
  pool: Pool,
  kind: RunKind,
  work: () => Promise<Facts>,
): Promise<Facts> => {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ has: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS has',
      [LOCK],
    )
    if (!rows[0]?.has) throw new BackupFault('A backup or a drill runs already.')
    await client.query(
      `UPDATE backup.runs SET ended_at = now(), failure = 'It was ended.' WHERE ended_at IS NULL`,
    )
    await client.query(`DELETE FROM backup.runs WHERE began_at < now() - $1 * interval '1 day'`, [KEPT_DAYS])
    const run = await client.query<{ id: string }>(
      'INSERT INTO backup.runs (kind) VALUES ($1) RETURNING id',
      [kind],
    )
    const end = (failure: string | null, facts: object) =>
      pool.query('UPDATE backup.runs SET ended_at = now(), failure = $2, facts = $3 WHERE id = $1', [
        run.rows[0]?.id,
        failure,
        facts,
      ])
    try {
      const facts = await work()
      await end(null, facts)
      return facts
    } catch (error) {
      await end((error as Error).message, {})
      throw error
    }
  } finally {
    // Postgres sees a closed connection late: the next run would still find the lock.
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}

/** When the last run of a kind began, and the last one that succeeded. */
export const lastRuns = async (
  pool: Pool,
  kind: RunKind,
): Promise<{ begun: Date | undefined; succeeded: Date | undefined }> => {
  const { rows } = await pool.query<{ begun: Date | null; succeeded: Date | null }>(
    `SELECT max(began_at) AS begun, max(began_at) FILTER (WHERE ended_at IS NOT NULL AND failure IS NULL) AS succeeded
     FROM backup.runs WHERE kind = $1`,
    [kind],
  )
  return { begun: rows[0]?.begun ?? undefined, succeeded: rows[0]?.succeeded ?? undefined }
}

/** Notes a restore, in the database that it has filled. */
export const noteRestore = async (pool: Pool, began: Date, facts: object): Promise<void> => {
  await pool.query(
    `INSERT INTO backup.runs (kind, began_at, ended_at, facts) VALUES ('restore', $1, now(), $2)`,
    [began, facts],
  )
}
