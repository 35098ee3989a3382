import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { SharedChoice } from '@lectern/contracts/api/sharing.ts'
import { ChooseSharedRequest } from '@lectern/contracts/api/sharing-requests.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { roleNow } from '../domain/library/sharing/state.ts'
import { now } from './commands.ts'

type SharedRouteParts = Pick<Aggregates, 'libraries'> & { readonly pool: Pool; readonly limits: Limits }
type ByCollection = { Params: { collectionId: string } }

/** What a member chooses for a collection of somebody else. It is a row, since it concerns nobody else and nothing is decided by it. */
export const sharedRoute = (app: FastifyInstance, { libraries, pool, limits }: SharedRouteParts): void => {
  const limited = { onRequest: limits.ofCaller(120) }
  app.put<ByCollection>('/api/shared/:collectionId', limited, async (request): Promise<SharedChoice> => {
    const { libraryId, by } = placeOf(request)
    const { inAllArticles, weeklyMail } = readInput(ChooseSharedRequest, request.body)
    if (by === undefined)
      throw new Rejected('invalid-input', {}, 'Please name the library of the collection.')
    const collectionId = /^[1-9]\d{0,8}$/.test(request.params.collectionId)
      ? Number(request.params.collectionId)
      : 0
    const role = await libraries.read(libraryId, library => roleNow(library, collectionId, by, now()))
    const { rows } = await pool.query<SharedChoice>(
      `UPDATE sharing.memberships SET in_all_articles = coalesce($3, in_all_articles), weekly_mail = coalesce($4, weekly_mail)
       WHERE member_id = $1 AND collection_id = $2 AND $5
       RETURNING in_all_articles AS "inAllArticles", weekly_mail AS "weeklyMail"`,
      [by, collectionId, inAllArticles ?? null, weeklyMail ?? null, role !== undefined],
    )
    const [choice] = rows
    if (choice === undefined) throw new Rejected('collection-not-found')
    return choice
  })
}
