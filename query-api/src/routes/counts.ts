import { type Counts, TAGS_COUNTED_MAX } from '@lectern/contracts/api/counts.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import type { FastifyInstance } from 'fastify'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { prepared } from '../serving/prepared.ts'
import type { QueryTools } from '../tools.ts'

export const countsRoute = (app: FastifyInstance, { view, gate }: QueryTools): void => {
  app.get('/api/counts', { preHandler: gate.library }, (request, reply) =>
    view(request, reply, async ({ db, reader: { libraryId } }): Promise<Counts> => {
      const [library] = await countsOf(db, { libraryId })
      const { active, archived, collections, tags, ...counted } = library ?? NONE
      return {
        used: active + archived,
        allowed: counted.item_limit,
        active,
        archived,
        favorites: counted.active_favorites,
        collections,
        uncollected: collections.reduce((left, { count }) => left - count, active),
        tagCount: counted.tag_count,
        tags,
      }
    }),
  )
}

/** One query reads all counts, so that they are of the same moment. */
const countsOf = prepared('counts', (db, { libraryId }: { libraryId: string }) =>
  db
    .selectFrom('libraries')
    .where('library_id', '=', libraryId)
    .select(['item_limit', 'active', 'archived', 'active_favorites', 'tag_count'])
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('collections')
          .select(['id', 'active as count'])
          .where('library_id', '=', libraryId)
          .orderBy('id'),
      ).as('collections'),
      jsonArrayFrom(
        selectFrom('tags')
          .select(['tag', 'active as count'])
          .where('library_id', '=', libraryId)
          .orderBy('active', 'desc')
          .orderBy('tag')
          .limit(TAGS_COUNTED_MAX),
      ).as('tags'),
    ]),
)

const NONE = {
  item_limit: PLANS.free.limit,
  active: 0,
  archived: 0,
  active_favorites: 0,
  tag_count: 0,
  collections: [],
  tags: [],
}
