import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

export type ReadRow = ReturnType<typeof readRowIn>

/** The schema is remembered, so each statement asks as well whether it still serves. */
export const readRowIn = (pool: Pool) => {
  let known: string | undefined
  /** One statement, but where the schema is new. undefined: the read model, which may be behind, has no such row, or none serves. */
  return async <Row extends object>(
    select: (schema: string) => string,
    values: unknown[],
  ): Promise<Row | undefined> => {
    for (;;) {
      const isNew = known === undefined
      known ??= await currentReadSchema(pool)
      if (known === undefined) return undefined
      const text = `SELECT found.* FROM projections.read_schemas AS served
        LEFT JOIN LATERAL (SELECT true AS "isFound", row.* FROM (${select(known)}) AS row) AS found ON true
        WHERE served.schema = '${known}' AND served.state = 'current'`
      const { rows } = await pool.query<Row & { isFound: true | null }>(text, values).catch(error => {
        if (isMissing(error)) return { rows: [] }
        throw error
      })
      if (rows[0] !== undefined) return rows[0].isFound ? rows[0] : undefined
      known = undefined
      if (isNew) return undefined
    }
  }
}
