import pg from 'pg'
import { type Stack, startStack } from './stack.ts'

/** A whole Lectern, with connections to its Postgres that `stop` ends too. */
export const startWithPool = async (
  settings: Record<string, string>,
): Promise<Stack & { readonly pool: pg.Pool }> => {
  const stack = await startStack(settings)
  const pool = new pg.Pool({ connectionString: stack.databaseUrl })
  return {
    ...stack,
    pool,
    stop: async () => {
      await pool.end()
      await stack.stop()
    },
  }
}
