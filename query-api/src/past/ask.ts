import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { PastProgress } from '@lectern/contracts/api/past.ts'
import { PASTS_CHANNEL, PASTS_MAX, type PastsTable, pastSchema } from '@lectern/contracts/read-model/pasts.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'

type Moment = { readonly libraryId: string; readonly at: Date }

/** The read schema of a library as it was, or how far it is filled. */
export type Past = { readonly n: number; readonly schema: string } | { readonly progress: PastProgress }

/**
 * Asks projectors for a library as it was, or finds what they made. @throws Rejected moment-to-come, before-library, past-failed,
 * pasts-busy
 */
export const askPast = async (pool: Pool, moment: Moment): Promise<Past> => {
  if (moment.at.getTime() > Date.now()) throw new Rejected('moment-to-come')
  const past = await findPast(pool, moment)
  if (past === undefined) {
    await wantPast(pool, moment)
    return { progress: { folded: 0, total: null } }
  }
  const { n, state, folded, total, opened_at } = past
  if (state === 'ready') return { n, schema: pastSchema(n) }
  if (state === 'failed') throw new Rejected('past-failed')
  if (state === 'too-early')
    throw new Rejected('before-library', opened_at ? { openedAt: opened_at.toISOString() } : {})
  return { progress: { folded, total } }
}

/** Lets the next request for it prepare it anew. */
export const forgetPast = (pool: Pool, n: number) =>
  pool.query('DELETE FROM projections.pasts WHERE n = $1', [n])

/** Marks it as used as well, unless projectors hold its row at this moment: a read waits for none of their writes. */
const findPast = async (pool: Pool, { libraryId, at }: Moment): Promise<PastsTable | undefined> => {
  const { rows } = await pool.query<PastsTable>(
    `WITH used AS (
       UPDATE projections.pasts SET used_at = now() WHERE n = (
         SELECT n FROM projections.pasts WHERE library_id = $1 AND at = $2 AND version = $3 FOR UPDATE SKIP LOCKED))
     SELECT * FROM projections.pasts WHERE library_id = $1 AND at = $2 AND version = $3`,
    [libraryId, at, READ_VERSION],
  )
  return rows[0]
}

/** Another moment of the library goes, and where there is no room the past of another library that was read least recently. */
const wantPast = (pool: Pool, { libraryId, at }: Moment): Promise<void> =>
  inTransaction(pool, async client => {
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [PASTS_CHANNEL])
    await client.query(
      'DELETE FROM projections.pasts WHERE library_id = $1 AND (at, version) IS DISTINCT FROM ($2, $3)',
      [libraryId, at, READ_VERSION],
    )
    await client.query(
      `DELETE FROM projections.pasts WHERE n = (
         SELECT n FROM projections.pasts WHERE library_id <> $1 AND state NOT IN ('wanted', 'filling')
           AND (SELECT count(*) FROM projections.pasts WHERE library_id <> $1) >= $2
         ORDER BY used_at LIMIT 1)`,
      [libraryId, PASTS_MAX],
    )
    const { rowCount } = await client.query(
      `INSERT INTO projections.pasts (library_id, at, version)
       SELECT $1, $2, $3 WHERE (SELECT count(*) FROM projections.pasts WHERE library_id <> $1) < $4
       ON CONFLICT DO NOTHING`,
      [libraryId, at, READ_VERSION, PASTS_MAX],
    )
    const { rows } = await client.query('SELECT FROM projections.pasts WHERE library_id = $1', [libraryId])
    if (rowCount === 0 && rows.length === 0) throw new Rejected('pasts-busy')
    await client.query('SELECT pg_notify($1, $2)', [PASTS_CHANNEL, ''])
  })
