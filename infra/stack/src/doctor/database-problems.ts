import { connectPostgres, type Pool, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { refuseNewerReadModels } from '@lectern/platform/postgres/read-schemas.ts'
import { Halt } from '@lectern/platform/process/halt.ts'

/** What a start would refuse of a database that answers, and whether it answers. */
export const databaseProblems = async (url: string): Promise<string[]> => {
  const pool = connectPostgres({ url, name: 'doctor', max: 1, queryTimeout: 5_000 })
  try {
    await requirePostgres(pool)
    await refuseNewerReadModels(pool)
    return await halfRestored(pool)
  } catch (error) {
    const reason = (error as Error).message || String(error)
    return [error instanceof Halt ? reason : `Postgres at ${new URL(url).host} does not answer: ${reason}.`]
  } finally {
    await pool.end()
  }
}

/** A restore makes this schema first and drops it last. */
const halfRestored = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ isHalf: boolean }>(
    `SELECT to_regnamespace('restoring') IS NOT NULL AS "isHalf"`,
  )
  return rows[0]?.isHalf ? ['A restore broke off: go on with it by make restore.'] : []
}
