import { Rejected } from '@lectern/contracts/api/errors.ts'
import { LibraryQuery } from '@lectern/contracts/api/sharing-requests.ts'
import { ENDS_MEMBERSHIP, LIBRARY_POLICIES } from '@lectern/contracts/library-policies.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from '../postgres/postgres.ts'
import { requireCaller } from './caller.ts'
import { readInput } from './input.ts'

/** Postgres channel that tells whose memberships changed, by the person's id (migrations/sharing). */
export const MEMBERSHIPS_CHANNEL = 'lectern_memberships'

/** The library of somebody else that a call is about, and the id by which that library knows the caller. */
export type Membership = { readonly libraryId: string; readonly memberId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** undefined: the call is about the caller's own library. */
    membership: Membership | undefined
  }
}

/**
 * Somebody who sees no collection of the library is answered like a caller who names one that is not there.
 * @param isFormer also who was a member before
 */
const findMembership = async (
  pool: Pool,
  userId: string,
  libraryId: string,
  isFormer: boolean,
): Promise<Membership | undefined> => {
  const { rows } = await pool.query<Membership>({
    name: 'find-membership',
    text: `SELECT library_id AS "libraryId", member_id AS "memberId" FROM sharing.people p
      WHERE library_id = $1 AND user_id = $2
        AND ($3 OR EXISTS (SELECT FROM sharing.memberships m WHERE m.member_id = p.member_id))`,
    values: [libraryId, userId, isFormer],
  })
  return rows[0]
}

/**
 * Reads `?library=` of the routes that take it (LIBRARY_POLICIES), so that no call about the library of somebody else is ever done in
 * one's own. Which role the call needs is decided by the domain, or by the query.
 */
export const takeLibrary = (app: FastifyInstance, pool: Pool): void => {
  app.addHook('onRequest', async request => {
    const { caller, query } = request
    if (caller === undefined || (query as { library?: unknown }).library === undefined) return
    const route = routeOf(request)
    const policy = LIBRARY_POLICIES.get(route)
    if (policy === undefined || policy === 'none' || policy === 'operator') return
    const { library = caller.libraryId } = readInput(LibraryQuery, query)
    if (library === caller.libraryId) return
    const membership = await findMembership(pool, caller.userId, library, ENDS_MEMBERSHIP.has(route))
    if (membership === undefined) throw new Rejected('not-found')
    if (policy === 'owner') throw new Rejected('role-needed')
    request.membership = membership
  })
}

const routeOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`

/** The library that a call is about, and the caller's id in it where it is somebody else's. */
export const placeOf = (
  request: FastifyRequest,
): { readonly libraryId: string; readonly by: string | undefined } => {
  const { libraryId = requireCaller(request).libraryId, memberId } = request.membership ?? {}
  return { libraryId, by: memberId }
}
