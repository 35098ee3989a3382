import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import type { PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { lockUser } from '../accounts/mail-tokens.ts'

/**
 * Locks the account, where the caller's session is still open: a reset that came meanwhile must not leave what a thief has begun.
 * @throws Rejected signed-out
 */
export const lockOpen = async (client: PoolClient, { userId, sessionId }: Caller): Promise<void> => {
  await lockUser(client, userId)
  const { rowCount } = await client.query('SELECT FROM identity.sessions WHERE id = $1 AND user_id = $2', [
    sessionId,
    userId,
  ])
  if (rowCount === 0) throw new Rejected('signed-out')
}
