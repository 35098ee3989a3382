import type { Queryable } from '@lectern/platform/postgres/postgres.ts'

/** Ends what somebody else may have added to an account, or begun to add. One-time codes that are on stay. */
export const forgetAdded = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('DELETE FROM identity.passkeys WHERE user_id = $1', [userId])
  await db.query('DELETE FROM identity.challenges WHERE user_id = $1', [userId])
  await db.query('DELETE FROM identity.code_secrets WHERE user_id = $1 AND confirmed_at IS NULL', [userId])
}
