import { NO_UNSUBSCRIBE_LINK, UnsubscribeRequest } from '@lectern/contracts/api/account-settings.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { askByEmail } from '../accounts/recovery.ts'
import { readUnsubscribeToken, readWeeklyToken } from '../accounts/unsubscribe-token.ts'
import { nameKey } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { now } from './commands.ts'

export type UnsubscribeParts = Pick<Aggregates, 'accounts'> & {
  readonly pool: Pool
  readonly config: Pick<Config, 'internalSecret'>
  readonly limits: Limits
  /** Gives the commands that an act owes to the account. */
  readonly giveOwed: () => void
  readonly space: Pick<FreeSpace, 'isLow'>
}

const HOUR_MS = 3_600_000
/** The body that a mail service sends for its reader (RFC 8058), as a form of either encoding. */
const ONE_CLICK = /List-Unsubscribe(?:=|"\s+)One-Click/
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const FORM_MAX = 2_000

/** Ends mails that are not about security or money. Register it in a scope of its own: it alone takes forms. */
export const unsubscribeRoutes = (
  app: FastifyInstance,
  { accounts, pool, config, limits, giveOwed, space }: UnsubscribeParts,
): void => {
  app.addContentTypeParser(FORMS, { parseAs: 'string', bodyLimit: FORM_MAX }, (request, body, done) => {
    if (!ONE_CLICK.test(String(body))) return done(new Rejected('bad-request'))
    done(null, request.query)
  })
  // A mail service asks for many people from few addresses.
  const limited = limits.ofAddress({ limit: 600, windowMs: HOUR_MS, name: 'unsubscribing' })
  const options = { config: { isPublic: true }, onRequest: limited }
  const emailsGiven = limits.budget('unsubscribed-addresses', { limit: 30, windowMs: HOUR_MS })

  app.post('/api/unsubscribe', options, async (request, reply) => {
    const given = readInput(UnsubscribeRequest, request.body)
    if ('email' in given) {
      await emailsGiven.spend(rateLimitNetwork(request.clientAddress), reply)
      if (space.isLow()) throw new Rejected('out-of-space')
      await askByEmail(pool, 'UnsubscribeFromMail', given.email)
      await endWeekly(pool, 'u.email_key = $1', [nameKey(given.email)])
      giveOwed()
      return { success: true }
    }
    const weekly = readWeeklyToken(given.token, config.internalSecret)
    if (weekly !== undefined) {
      const { memberId, collectionId } = weekly
      await endWeekly(pool, 'm.member_id = $1 AND m.collection_id = $2', [memberId, collectionId])
      return { success: true }
    }
    const userId = readUnsubscribeToken(given.token, config.internalSecret)
    if (userId === undefined) throw new Rejected('invalid-input', {}, NO_UNSUBSCRIBE_LINK)
    const issued = { actorId: userId, via: 'web', commandId: uuidv7() } as const
    await accounts.handle(userId, { type: 'UnsubscribeFromMail', now: now() }, issued)
    return { success: true }
  })

  // A mail program without one-click opens the header's address in a browser. Only the page's button changes anything.
  app.get('/api/unsubscribe', { ...options, exposeHeadRoute: false }, async (request, reply) =>
    reply.redirect(`/unsubscribe${request.url.slice('/api/unsubscribe'.length)}`, 303),
  )
}

/** Ends the weekly mails about shared collections. */
const endWeekly = async (pool: Pool, where: string, values: unknown[]): Promise<void> => {
  await pool.query(
    `UPDATE sharing.memberships AS m SET weekly_mail = false
     FROM sharing.people p JOIN identity.users u ON u.id = p.user_id
     WHERE p.member_id = m.member_id AND m.weekly_mail AND ${where}`,
    values,
  )
}
