import type { Work } from '@lectern/contracts/work.ts'
import type { Queryable } from '../postgres/postgres.ts'
import { traced } from '../process/tracing.ts'

/** Workers hear of new work here, by its kind. */
export const WORK_CHANNEL = 'lectern_work'
const ROWS_AT_ONCE = 1_000

/** A row that waits for something else from now on comes again when it is in work already. */
const RENEW = `(kind, key) DO UPDATE
  SET job = excluded.job, since = now(), due_at = now(), failures = 0, failed_at = NULL, reason = NULL
  WHERE w.job::jsonb - 'traceparent' <> excluded.job::jsonb - 'traceparent' OR w.failed_at IS NOT NULL`

/**
 * Adds work, but for rows that wait already.
 * @param failure the reason of work that failed for good
 * @param renews whether a row that waits gets the new job
 */
export const addWork = async (
  db: Queryable,
  work: readonly Work[],
  { failure, renews = false }: { failure?: string | undefined; renews?: boolean } = {},
): Promise<void> => {
  for (let from = 0; from < work.length; from += ROWS_AT_ONCE) {
    const some = work.slice(from, from + ROWS_AT_ONCE)
    await db.query(
      `INSERT INTO projections.work AS w (kind, key, library_id, host, job, failed_at, reason)
       SELECT kind, key, library_id, host, job::json, CASE WHEN $6::text IS NOT NULL THEN now() END, $6
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS added(kind, key, library_id, host, job)
       ON CONFLICT ${renews ? RENEW : 'DO NOTHING'}`,
      [
        ...(['kind', 'key', 'libraryId', 'host'] as const).map(field => some.map(row => row[field])),
        some.map(({ job, traceparent }) =>
          JSON.stringify({ ...job, ...traced(), ...(traceparent && { traceparent }) }),
        ),
        failure ?? null,
      ],
    )
  }
  const kinds = [...new Set(work.map(({ kind }) => kind))]
  if (kinds.length > 0)
    await db.query('SELECT pg_notify($1, kind) FROM unnest($2::text[]) AS kind', [WORK_CHANNEL, kinds])
}
