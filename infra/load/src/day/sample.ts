import { parsePosition } from '@lectern/platform/event-store/position.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { readState } from '@lectern/stack/data-dir.ts'
import type pg from 'pg'
import { figuresOf, type ProcessFigures } from '../measure/process-figures.ts'
import type { Stack } from '../world/stack.ts'
import type { Answers } from './tally.ts'

export type Sample = {
  /** Seconds since the day began; below 0 before. */
  readonly at: number
  /** Of each process; `heap` of those that tell it. */
  readonly processes: Readonly<Record<string, ProcessFigures & { readonly heap?: number }>>
  /** Bytes of each table with its indexes, by `schema.table`. */
  readonly tables: Readonly<Record<string, number>>
  readonly events: number
  /** Events by the kind of their stream. */
  readonly eventsOf: Readonly<Record<string, number>>
  /** Rows inserted, changed and deleted so far in all tables, and commits. */
  readonly rows: number
  readonly commits: number
  /** Bytes written to Postgres' log so far. */
  readonly wal: number
  /** Events that the slowest lane, and the reactions, have not done. */
  readonly behind: { readonly projections: number; readonly reactions: number }
  readonly answers: Answers
}

const NODE_PROCESSES = ['gateway', 'projectors', 'workers']

/** Looks at a stack once. It takes Postgres a few ms. */
export const takeSample = async (
  stack: Stack,
  pool: pg.Pool,
  { at, answers }: Pick<Sample, 'at' | 'answers'>,
): Promise<Sample> => {
  const schema = await currentReadSchema(pool)
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const heaps = Object.fromEntries(
    await Promise.all(NODE_PROCESSES.map(async name => [name, await heapOf(stack, name)] as const)),
  )
  const processes = Object.fromEntries(
    Object.entries(stack.processes()).map(([name, { pid }]) => {
      const heap = heaps[name]
      return [name, { ...figuresOf(pid, name === 'postgres'), ...(heap !== undefined && { heap }) }]
    }),
  )
  const tables = await one<{ name: string; bytes: string }>(
    `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables`,
  )
  const kinds = await one<{ kind: string; n: string }>(
    `SELECT split_part(stream, '-', 1) AS kind, count(*) AS n FROM event_store.events GROUP BY 1`,
  )
  const eventsOf = Object.fromEntries(kinds.map(({ kind, n }) => [kind, Number(n)]))
  const [written] = await one<{ rows: string; commits: string; wal: string }>(
    `SELECT (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS rows,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal`,
  )
  const lanes = await one<{ position: string }>(`SELECT position FROM ${schema}.checkpoints`)
  const jobs = await one<{ position: string }>(
    `SELECT position FROM projections.reactions_checkpoint WHERE kind = 'jobs'`,
  )
  return {
    ...{ at, answers, processes, eventsOf },
    tables: Object.fromEntries(tables.map(({ name, bytes }) => [name, Number(bytes)])),
    events: Object.values(eventsOf).reduce((a, b) => a + b, 0),
    rows: Number(written?.rows ?? 0),
    commits: Number(written?.commits ?? 0),
    wal: Number(written?.wal ?? 0),
    behind: {
      projections: await eventsAfter(pool, lanes),
      reactions: await eventsAfter(pool, jobs),
    },
  }
}

/** Events after the least of these positions. */
const eventsAfter = async (pool: pg.Pool, rows: readonly { position: string }[]): Promise<number> => {
  const reached = rows.map(({ position }) => parsePosition(position)?.commit ?? -1n)
  const least = reached.reduce((a, b) => (b < a ? b : a), reached[0] ?? -1n)
  const answer = await pool.query('SELECT count(*)::int AS n FROM event_store.events WHERE position > $1', [
    least,
  ])
  return answer.rows[0].n
}

const heapOf = async ({ dataDir }: Stack, name: string): Promise<number | undefined> => {
  const port = readState(dataDir).ports[`health-${name}`]
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
    const heap = /^nodejs_heap_size_used_bytes\{[^}]*\} (\S+)$/m.exec(await answer.text())?.[1]
    return heap === undefined ? undefined : Number(heap)
  } catch {
    return undefined
  }
}
