import type { Plan } from '@lectern/contracts/plans.ts'
import type { ReadDb } from '../tables.ts'

/** The plan of a library; free where it is not read yet. */
export const readPlan = async (db: ReadDb, libraryId: string): Promise<Plan> => {
  const library = await db
    .selectFrom('libraries')
    .select('plan')
    .where('library_id', '=', libraryId)
    .executeTakeFirst()
  return (library?.plan ?? 'free') as Plan
}
