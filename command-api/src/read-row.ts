import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

/**
 * Reads one row of the read model by one statement. undefined: there is no such row, or no read model serves. The row may be
 * behind what is decided.
 */
export type ReadRow = <Row extends Record<string, unknown>>(
  select: (schema: string) => string,
  values: readonly unknown[],
) => Promise<Row | undefined>

/** The schema is remembered, so each statement asks as well whether it still serves. */
export const readRowIn = (pool: Pool): ReadRow => {
  let known: string | undefined
  return async <Row extends Record<string, unknown>>(
    select: (schema: string) => string,
    values: readonly unknown[],
  ) => {
    known ??= await currentReadSchema(pool)
    if (known === undefined) return undefined
    const text = `SELECT found.* FROM projections.read_schemas AS served, LATERAL (${select(known)}) AS found
      WHERE served.schema = '${known}' AND served.state = 'current'`
    const { rows } = await pool.query<Row>(text, [...values]).catch(error => {
      if (isMissing(error)) return { rows: [] }
      throw error
    })
    if (rows[0] === undefined) known = undefined
    return rows[0]
  }
}
