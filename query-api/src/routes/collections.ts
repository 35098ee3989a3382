import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'

export const collectionsRoute = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  app.get('/api/collections', { preHandler: gate.library }, async (request): Promise<CollectionList> => {
    const { libraryId } = requireCaller(request)
    return read()
      .selectFrom('collections')
      .select(['id', 'name', 'description', 'color', 'active as count'])
      .where('library_id', '=', libraryId)
      .orderBy('id')
      .execute()
  })
}
