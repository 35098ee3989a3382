import type { Pool } from '../postgres.ts'

/** The schema whose read models serve now; undefined while the first is still being filled. */
export const currentReadSchema = async (pool: Pool): Promise<string | undefined> => {
  try {
    const { rows } = await pool.query<{ schema: string }>(
      `SELECT schema FROM projections.read_schemas WHERE state = 'current'`,
    )
    return rows[0]?.schema
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined
    throw error
  }
}

const UNDEFINED_TABLE = '42P01'
