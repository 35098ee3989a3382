import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** A query on a pool or on one of its connections. */
type Query = { readonly on: object; readonly text: string; readonly run: () => Promise<unknown> }

/** A pool that hands every query, those of its connections included, to a test. */
export const interceptQueries = (pool: Pool, intercept: (query: Query) => Promise<unknown>): Pool => {
  const standIn = <Target extends Pick<Pool, 'query'>>(target: Target): Target =>
    Object.assign(Object.create(target), {
      query: (...args: unknown[]) => {
        const [first] = args as [string | { text: string }]
        const run = () => (target.query as (...args: unknown[]) => Promise<unknown>).apply(target, args)
        return intercept({ on: target, text: typeof first === 'string' ? first : first.text, run })
      },
    })
  return Object.assign(standIn(pool), { connect: async () => standIn(await pool.connect()) })
}
