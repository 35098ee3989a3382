import { Rejected } from '@lectern/contracts/api/errors.ts'
import { PastProgress, PastQuery } from '@lectern/contracts/api/past.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Reader } from '../links/filters.ts'
import { sourceFor } from '../shared/source.ts'
import type { ReadDb, Tables } from '../tables.ts'
import { askPast, forgetPast } from './ask.ts'

/** Nobody has this id, so that nothing shows how far a person has read today. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Seconds after which the caller asks again for a moment that is prepared. */
const RETRY_AFTER = '1'

/** What a route reads: the present library, an earlier one, or that of somebody else. */
export type Viewed = { readonly db: ReadDb; readonly reader: Reader; readonly isPast: boolean }
export type View = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (viewed: Viewed) => Promise<T>,
) => Promise<T | PastProgress>

/**
 * Lets a route answer of the present library or, with `at`, of an earlier one, which may have to be prepared first. With `library` it is
 * that of somebody else, as the caller sees it.
 */
export const createView =
  (pool: Pool, db: Kysely<Tables>, read: () => ReadDb): View =>
  async (request, reply, answer) => {
    const { libraryId } = requireCaller(request)
    const { at } = readInput(PastQuery, request.query)
    if (at === undefined) return answer({ ...(await sourceFor(read(), request)), isPast: false })
    if (request.membership)
      throw new Rejected('invalid-input', {}, 'A shared collection is shown as it is now.')

    const ask = () => askPast(pool, { libraryId, at: new Date(at) })
    const prepared = (progress: PastProgress) => {
      reply.code(202).header('retry-after', RETRY_AFTER)
      return PastProgress.parse(progress)
    }
    const past = await ask()
    if ('progress' in past) return prepared(past.progress)
    try {
      const reader = { libraryId, userId: NOBODY }
      return await answer({ db: db.withSchema(past.schema), reader, isPast: true })
    } catch (error) {
      if (!isMissing(error)) throw error
      // It went meanwhile, since another moment took its place.
      await forgetPast(pool, past.n)
      const again = await ask()
      return prepared('progress' in again ? again.progress : { folded: 0, total: null })
    }
  }
