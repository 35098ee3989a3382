import type { AccountSettings } from '@lectern/contracts/api/account-settings.ts'
import { SESSION_IDLE_DAYS } from '@lectern/contracts/retention.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { QueryTools } from '../tools.ts'

/** The settings page shows this beside the user. Sessions are no events, so nothing has to be waited for. */
export const accountRoute = (app: FastifyInstance, { read }: QueryTools): void => {
  app.get('/api/account', async (request, reply): Promise<AccountSettings> => {
    const { userId, sessionId } = requireCaller(request)
    const db = read()
    const now = sql<Date>`now()`
    const [change, codes, recovery, passkeys, sessions] = await Promise.all([
      db
        .selectFrom('identity.email_changes')
        .select(['email', 'old_confirmed', 'new_confirmed', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
      db
        .selectFrom('identity.code_secrets')
        .select('confirmed_at')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst(),
      db
        .selectFrom('identity.recovery_codes')
        .select(sql<number>`count(*)::int`.as('left'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('identity.passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
      db
        .selectFrom('identity.sessions')
        .select(['id', 'device', 'network', 'signed_in_by', 'created_at', 'last_seen_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', sql<Date>`now() - ${SESSION_IDLE_DAYS} * interval '1 day'`)
        .orderBy('last_seen_at', 'desc')
        .execute(),
    ])
    reply.header('cache-control', 'no-store')
    return {
      emailChange: change
        ? {
            email: change.email,
            oldConfirmed: change.old_confirmed,
            newConfirmed: change.new_confirmed,
            expiresAt: change.expires_at.toISOString(),
          }
        : null,
      codes: { areOn: codes !== undefined, recoveryCodesLeft: recovery.left },
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at?.toISOString() ?? null,
      })),
      sessions: sessions.map(({ id, device, network, signed_in_by, created_at, last_seen_at }) => ({
        id,
        device,
        network,
        signedInBy: signed_in_by,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_seen_at.toISOString(),
        isThis: id === sessionId,
      })),
    }
  })
}
