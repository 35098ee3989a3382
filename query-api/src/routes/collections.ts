import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'

export const collectionsRoute = (app: FastifyInstance, { view, gate }: QueryTools): void => {
  app.get('/api/collections', { preHandler: gate.library }, (request, reply) =>
    view(
      request,
      reply,
      ({ db, reader }): Promise<CollectionList> =>
        db
          .selectFrom('collections')
          .select(['id', 'name', 'description', 'color', 'active as count'])
          .where('library_id', '=', reader.libraryId)
          .orderBy('id')
          .execute(),
    ),
  )
}
