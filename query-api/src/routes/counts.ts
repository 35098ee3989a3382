import type { Counts } from '@lectern/contracts/api/counts.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/caller.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../app.ts'

export const countsRoute = (app: FastifyInstance, { db, model, gate }: QueryTools): void => {
  app.get('/api/counts', { preHandler: gate.library }, async (request): Promise<Counts> => {
    const { libraryId } = requireCaller(request)
    const library = await db
      .withSchema(model.schema())
      .selectFrom('libraries')
      .select(['item_limit', 'active', 'archived', 'active_favorites'])
      .where('library_id', '=', libraryId)
      .executeTakeFirst()
    if (library === undefined)
      return { used: 0, allowed: PLANS.free.limit, active: 0, archived: 0, favorites: 0 }
    const { active, archived } = library
    return {
      used: active + archived,
      allowed: library.item_limit,
      active,
      archived,
      favorites: library.active_favorites,
    }
  })
}
