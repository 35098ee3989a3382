import { NO_UNSUBSCRIBE_LINK, UnsubscribeRequest } from '@lectern/contracts/api/account-settings.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { addressRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FastifyInstance } from 'fastify'
import { readUnsubscribeToken } from '../accounts/unsubscribe-token.ts'
import type { Aggregates } from '../aggregates.ts'
import { now } from './commands.ts'

export type UnsubscribeParts = Pick<Aggregates, 'accounts'> & {
  readonly config: Pick<Config, 'rateLimits' | 'internalSecret'>
}

const HOUR_MS = 3_600_000
/** The body that a mail service sends for its reader (RFC 8058), as a form of either encoding. */
const ONE_CLICK = /List-Unsubscribe(?:=|"\s+)One-Click/
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const FORM_MAX = 2_000

/** Ends mails that are not about security or money. Register it in a scope of its own: it alone takes forms. */
export const unsubscribeRoutes = (app: FastifyInstance, { accounts, config }: UnsubscribeParts): void => {
  app.addContentTypeParser(FORMS, { parseAs: 'string', bodyLimit: FORM_MAX }, (request, body, done) => {
    if (!ONE_CLICK.test(String(body))) return done(new Rejected('bad-request'))
    done(null, request.query)
  })
  // A mail service asks for many people from few addresses.
  const limited = addressRateLimit({ limit: 600, windowMs: HOUR_MS }, config.rateLimits)
  const options = { config: { isPublic: true }, onRequest: limited }

  app.post('/api/unsubscribe', options, async request => {
    const { token } = readInput(UnsubscribeRequest, request.body)
    const userId = readUnsubscribeToken(token, config.internalSecret)
    if (userId === undefined) throw new Rejected('invalid-input', {}, NO_UNSUBSCRIBE_LINK)
    const issued = { actorId: userId, via: 'web', commandId: `unsubscribe-${userId}` } as const
    await accounts.handle(userId, { type: 'UnsubscribeFromMail', now: now() }, issued)
    return { success: true }
  })

  // A mail program without one-click opens the header's address in a browser. Only the page's button changes anything.
  app.get('/api/unsubscribe', { ...options, exposeHeadRoute: false }, async (request, reply) =>
    reply.redirect(`/unsubscribe${request.url.slice('/api/unsubscribe'.length)}`, 303),
  )
}
