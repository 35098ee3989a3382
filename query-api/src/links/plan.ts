import type { Plan } from '@lectern/contracts/plans.ts'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'

/** The plan of a library; free where it is not read yet. */
export const readPlan = async (db: ReadDb, libraryId: string): Promise<Plan> => {
  const [library] = await planOf(db, { libraryId })
  return (library?.plan ?? 'free') as Plan
}

const planOf = prepared('plan', (db, { libraryId }: { libraryId: string }) =>
  db.selectFrom('libraries').select('plan').where('library_id', '=', libraryId),
)
