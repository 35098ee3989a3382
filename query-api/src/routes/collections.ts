import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { FastifyInstance } from 'fastify'
import { namesByCollection } from '../shared/members.ts'
import type { QueryTools } from '../tools.ts'

export const collectionsRoute = (app: FastifyInstance, { view, read, gate }: QueryTools): void => {
  app.get('/api/collections', { preHandler: gate.library }, (request, reply) =>
    view(request, reply, async ({ db, reader: { libraryId } }): Promise<CollectionList> => {
      const [collections, names] = await Promise.all([
        db
          .selectFrom('collections')
          .select(['id', 'name', 'description', 'color', 'active as count'])
          .where('library_id', '=', libraryId)
          .orderBy('id')
          .execute(),
        namesByCollection(read(), libraryId),
      ])
      return collections.map(each => {
        const members = names.get(each.id)
        return members ? { ...each, members } : each
      })
    }),
  )
}
