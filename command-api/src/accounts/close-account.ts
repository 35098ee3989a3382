import { revokeTokens } from '@lectern/platform/http/access-tokens.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { revokeSessions } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { lockUnchanged, requireOwner } from './settings.ts'

/**
 * Ends all sessions and tokens, frees email and username, and owes the rest: closer.ts deletes everything else, also after a crash.
 * @throws Rejected signed-out, wrong-password, confirmation-needed
 */
export const closeAccount = async (
  pool: Pool,
  caller: Caller,
  password: string | undefined,
): Promise<void> => {
  const user = await requireOwner(pool, caller, password)
  await inTransaction(pool, async client => {
    await lockUnchanged(client, user)
    await client.query('INSERT INTO identity.closings (user_id, library_id) VALUES ($1, $2)', [
      user.id,
      user.library_id,
    ])
    await client.query('DELETE FROM identity.page_events WHERE user_id = $1', [user.id])
    await client.query(
      `UPDATE sharing.invitations SET ended = 'withdrawn', ended_at = now(), email = NULL, email_key = NULL
       WHERE email_key = $1 AND ended IS NULL`,
      [user.email_key],
    )
    await client.query('DELETE FROM identity.asked_resets WHERE email_key = $1', [user.email_key])
    // Before the rows go, so that gateways and open tabs are told.
    await revokeSessions(client, user.id)
    await revokeTokens(client, user.id)
    await client.query('DELETE FROM identity.users WHERE id = $1', [user.id])
  })
}
