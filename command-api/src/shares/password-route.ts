import { SHARE_TRIES, sharePath } from '@lectern/contracts/shares.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { verifyPassword } from '../accounts/passwords.ts'
import { type Asked, addressIn, findAt, sendPage } from './addresses.ts'
import { passwordPage } from './pages/layout.ts'
import type { Shares } from './shares.ts'
import type { Signer } from './token.ts'

type Parts = { readonly shares: Shares; readonly signer: Signer; readonly limits: Limits }

/** A form sends the password of a page, and is led to an address that shows it for an hour. */
export const passwordRoute = (
  app: FastifyInstance,
  { shares, signer, limits }: Parts,
  options: RouteShorthandOptions,
): void => {
  const find = findAt(shares)
  const tries = limits.budget('passwords-of-pages', {
    limit: SHARE_TRIES.limit,
    windowMs: SHARE_TRIES.minutes * 60_000,
  })

  app.post<Asked>('/s/:token', options, async (request, reply) => {
    const share = await find(request, reply)
    if (share === undefined) return reply
    const { token } = request.params
    const { id, passwordHash } = share
    if (passwordHash === null) return reply.redirect(sharePath(token), 303)
    const { password } = (request.body ?? {}) as { password?: unknown }
    const key = `${id} ${rateLimitNetwork(request.ip)}`
    await tries.spend(key, reply)
    const owner = { id, password_hash: passwordHash }
    const isRight = typeof password === 'string' && (await verifyPassword(owner, password, false))
    if (!isRight) return sendPage(reply.code(403), passwordPage('This is not the password.'))
    await tries.giveBack(key)
    reply.header('cache-control', 'no-store')
    return reply.redirect(addressIn(token, '', { signed: signer.sign(id) }), 303)
  })
}
