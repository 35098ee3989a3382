import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

export type ReadRow = ReturnType<typeof readRowIn>

/** The schema is remembered, so each statement asks as well whether it still serves. */
export const readRowIn = (pool: Pool) => {
  let known: string | undefined
  /** One statement. undefined: the read model, which may be behind, has no such row, or none serves. */
  return async <Row extends object>(select: (schema: string) => string, values: unknown[]) => {
    known ??= await currentReadSchema(pool)
    if (known === undefined) return undefined
    const text = `SELECT found.* FROM projections.read_schemas AS served, LATERAL (${select(known)}) AS found
      WHERE served.schema = '${known}' AND served.state = 'current'`
    const { rows } = await pool.query<Row>(text, values).catch(error => {
      if (isMissing(error)) return { rows: [] }
      throw error
    })
    if (rows[0] === undefined) known = undefined
    return rows[0]
  }
}
