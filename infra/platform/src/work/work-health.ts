import { type WorkKind, workKinds } from '@lectern/contracts/work.ts'
import type { Queryable } from '../postgres/postgres.ts'

/** Time without finished work after which a kind is stalled. A file has up to 500,000 rows, and large imports wait for days. */
const patienceSeconds = (kind: WorkKind) => (kind === workKinds.saved ? 60 : 3_600)

export type KindHealth = {
  /** Of work (workKinds), or mail. */
  readonly kind: string
  readonly unfinished: number
  /** Age of the oldest unfinished job; 0 without one. */
  readonly oldestSeconds: number
  /** No job was finished for a minute (an hour for imports, their pages, pictures and mails), although one is older than that. */
  readonly isStalled: boolean
}
export type JobHealth = {
  readonly kinds: readonly KindHealth[]
  /** Jobs that failed for good. */
  readonly dead: number
}

type Row = { kind: WorkKind; unfinished: number; oldest: number; since_done: number; dead: number }

/** The state of the work that waits in Postgres. */
export async function workHealth(db: Queryable): Promise<JobHealth> {
  const { rows } = await db.query<Row>(
    `SELECT d.kind, count(w.kind) FILTER (WHERE failed_at IS NULL) AS unfinished, count(failed_at) AS dead,
       coalesce(extract(epoch FROM now() - min(since) FILTER (WHERE failed_at IS NULL)), 0)::float8 AS oldest,
       extract(epoch FROM now() - d.at)::float8 AS since_done
     FROM projections.work_done AS d LEFT JOIN projections.work AS w ON w.kind = d.kind GROUP BY d.kind, d.at`,
  )
  const kinds = Object.values(workKinds).flatMap(kind => rows.filter(row => row.kind === kind))
  return {
    kinds: kinds.map(({ kind, unfinished, oldest, since_done }) => ({
      ...{ kind, unfinished, oldestSeconds: oldest },
      isStalled: Math.min(oldest, since_done) > patienceSeconds(kind),
    })),
    dead: rows.reduce((sum, { dead }) => sum + dead, 0),
  }
}
