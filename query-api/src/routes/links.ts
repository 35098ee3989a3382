import { ListLinksQuery } from '@lectern/contracts/api/links.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { FastifyInstance } from 'fastify'
import { readContent } from '../links/content.ts'
import { decodeCursor } from '../links/cursor.ts'
import { listLinks } from '../links/list.ts'
import { createListMemory } from '../links/list-memory.ts'
import { parseLinkId, readLink } from '../links/one.ts'
import { searchLinks } from '../links/search.ts'
import { createSearchMemory } from '../links/search-memory.ts'
import { BEHIND_HEADER } from '../read-model/gate.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

const JSON_TYPE = 'application/json; charset=utf-8'

export const linkRoutes = (app: FastifyInstance, { pool, db, model, gate }: QueryTools): void => {
  const remember = createSearchMemory(model)
  const listOnce = createListMemory(model)
  app.get('/api/links', { preHandler: gate.list }, async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const { limit, cursor, archived, favorite, collection, q } = readInput(ListLinksQuery, request.query)
    const filters = {
      archived,
      favorite,
      collection,
      limit,
      cursor: cursor === undefined ? undefined : decodeCursor(cursor),
    }
    const schema = model.schema()
    // What is read behind the caller's last write does not know of it.
    const readAfter = reply.hasHeader(BEHIND_HEADER) ? undefined : request.readAfter
    const readList = () => listLinks(pool, schema, libraryId, filters)
    const search = (text: string) =>
      searchLinks(pool, schema, libraryId, text, filters, remember(libraryId, readAfter))
    reply.header('content-type', JSON_TYPE)
    if (q !== undefined) return search(q)
    // Further pages are asked for once.
    return cursor === undefined ? listOnce(libraryId, readAfter, filters, readList) : readList()
  })

  app.get<ById>('/api/links/:id', { preHandler: gate.libraryAndArticles }, async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const link = await readLink(pool, model.schema(), libraryId, parseLinkId(request.params.id))
    return reply.header('content-type', JSON_TYPE).send(link)
  })

  app.get<ById>('/api/links/:id/content', { preHandler: gate.libraryAndArticles }, async request => {
    const { libraryId } = requireCaller(request)
    return readContent(db, model.schema(), libraryId, parseLinkId(request.params.id))
  })
}
