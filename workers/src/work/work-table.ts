import type { WorkKind } from '@lectern/contracts/work.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import type { Log } from '@lectern/platform/process/log.ts'

/** A row that this process works on. */
export type Taken = {
  readonly kind: WorkKind
  readonly key: string
  readonly libraryId: string
  readonly host: string
  readonly job: unknown
  /** Since when it waits, in ms as Date.now(). */
  readonly since: number
  readonly failures: number
}

/** Which rows have a turn now. */
export type Wanted = {
  readonly kind: WorkKind
  readonly atMost: number
  /** Rows of one library that are in work at once. */
  readonly ofLibrary: number
  /** How many rows of each library are in work. The library with the fewest goes first, by lot among equals. */
  readonly inWork: ReadonlyMap<string, number>
  /** Hosts that are asked nothing now. */
  readonly without?: readonly string[]
  /** Rows that waited for these hosts since before a time, in ms, go nevertheless. */
  readonly givenUp?: ReadonlyMap<string, number>
}

/** A worker that ends leaves its rows to others after this time. */
const LEASE_MS = 20_000
export const RENEW_MS = LEASE_MS / 4
/** Hosts of one library that a look passes over. Each look begins at another host. */
const HOSTS_OF_LOOK = 200

/** Every look takes these few steps through one index, whatever Postgres knows of a table that was empty a minute ago. */
const SETTINGS = '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan'

/** In ms, with the microseconds that tell two moments apart. */
const SINCE = `(extract(epoch FROM since) * 1000)::float8`

/** Projectors make the table, and may start later. */
const WORK = { schema: 'projections', table: 'work', column: 'kind' }

/** A host of a library, as a step in the order of the index. */
const nextHost = (library: string, after: string) => `
  SELECT md5(host) AS lane, host, due_at <= now() AND (host <> ALL ($5::text[]) OR EXISTS (
           SELECT FROM unnest($6::text[], $7::float8[]) AS g(host, before)
            WHERE g.host = w.host AND w.since <= to_timestamp(g.before / 1000))) AS is_ready
    FROM projections.work AS w
   WHERE kind = $1 AND failed_at IS NULL AND library_id = ${library} AND md5(host) > ${after}
   ORDER BY md5(host), due_at LIMIT 1`

const nextLibrary = (after: string) => `
  SELECT library_id FROM projections.work WHERE kind = $1 AND failed_at IS NULL ${after} ORDER BY library_id LIMIT 1`

/**
 * One row of each library and of each host at most. It steps from library to library and from host to host, so that rows of
 * hosts that pause cost nothing, however many they are.
 */
const TAKE = `
  WITH RECURSIVE libraries AS (
    (${nextLibrary('')})
    UNION ALL
    SELECT (${nextLibrary('AND library_id > libraries.library_id')}) FROM libraries WHERE library_id IS NOT NULL
  ), hosts AS (
    SELECT libraries.library_id, round.n AS round, 1 AS steps, coalesce(busy.count, 0) AS in_work, next.*
      FROM libraries LEFT JOIN unnest($3::text[], $4::int[]) AS busy(library_id, count) USING (library_id),
           (VALUES (1, md5(random()::text)), (2, '')) AS round(n, after),
           LATERAL (${nextHost('libraries.library_id', 'round.after')}) AS next
     WHERE coalesce(busy.count, 0) < $8
    UNION ALL
    SELECT hosts.library_id, round, steps + 1, in_work, next.*
      FROM hosts, LATERAL (${nextHost('hosts.library_id', 'hosts.lane')}) AS next
     WHERE NOT hosts.is_ready AND steps < ${HOSTS_OF_LOOK}
  ), turns AS (
    SELECT DISTINCT ON (library_id) * FROM hosts WHERE is_ready ORDER BY library_id, round
  ), of_hosts AS (
    SELECT * FROM (SELECT DISTINCT ON (host) * FROM turns ORDER BY host, in_work, random()) AS first
     ORDER BY in_work, random() LIMIT $2
  ), next AS (
    SELECT row.key FROM of_hosts, LATERAL (
      SELECT key FROM projections.work
       WHERE kind = $1 AND failed_at IS NULL AND library_id = of_hosts.library_id AND md5(host) = of_hosts.lane
         AND due_at <= now()
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS row
  )
  UPDATE projections.work AS w SET due_at = now() + interval '${LEASE_MS} ms' FROM next
   WHERE w.kind = $1 AND w.key = next.key
  RETURNING w.kind, w.key, w.library_id AS "libraryId", w.host, w.job,
            ${SINCE} AS since, w.failures`

/** The rows that wait for workers. Every method throws while Postgres is away; a row whose change is lost comes again. */
export function workTable(databaseUrl: string) {
  // A row that a crash of Postgres brings back is done again, with the same result.
  const pool = connectPostgres({
    ...{ url: databaseUrl, name: 'workers-table', max: 2 },
    settings: `-c synchronous_commit=off ${SETTINGS}`,
  })
  const change = (what: string, { kind, key }: Taken, ...values: unknown[]) =>
    pool.query(`${what} WHERE kind = $1 AND key = $2`, [kind, key, ...values])

  return {
    /** Resolves once the table is there. */
    made: (log: Log, signal: AbortSignal) => waitForColumn(pool, WORK, { log, signal }),
    async take(wanted: Wanted): Promise<Taken[]> {
      const { kind, atMost, ofLibrary, inWork, without = [], givenUp = new Map() } = wanted
      const values = [
        ...[kind, atMost, [...inWork.keys()], [...inWork.values()]],
        ...[without, [...givenUp.keys()], [...givenUp.values()], ofLibrary],
      ]
      return (await pool.query<Taken>({ name: 'take', text: TAKE, values })).rows
    },
    /** Says that this process still works on rows. */
    async renew(taken: readonly Taken[]): Promise<void> {
      await pool.query(
        `UPDATE projections.work AS w SET due_at = now() + interval '${LEASE_MS} ms'
           FROM unnest($1::text[], $2::text[]) AS held(kind, key) WHERE w.kind = held.kind AND w.key = held.key`,
        [taken.map(({ kind }) => kind), taken.map(({ key }) => key)],
      )
    },
    /** Removes a row, unless it waits for something else meanwhile. */
    async done(taken: Taken): Promise<void> {
      await pool.query(`DELETE FROM projections.work WHERE kind = $1 AND key = $2 AND ${SINCE} = $3`, [
        taken.kind,
        taken.key,
        taken.since,
      ])
    },
    /** Work of a kind goes on. */
    async goesOn(kind: WorkKind): Promise<void> {
      await pool.query('UPDATE projections.work_done SET at = now() WHERE kind = $1', [kind])
    },
    /** Lets a row come again after a time. */
    async later(taken: Taken, delayMs: number, failures = taken.failures): Promise<void> {
      await change(
        `UPDATE projections.work SET failures = $4, due_at = now() + make_interval(secs => $3)`,
        ...([taken, delayMs / 1_000, failures] as const),
      )
    },
    /** Sets a row aside for good. */
    async fail(taken: Taken, reason: string): Promise<void> {
      await change('UPDATE projections.work SET failed_at = now(), reason = $3', taken, reason)
    },
    end: () => pool.end(),
  }
}
export type WorkTable = ReturnType<typeof workTable>
