import { type Link, type LinkContent, type LinkList, ListLinksQuery } from '@lectern/contracts/api/links.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { readContent } from '../links/content.ts'
import { decodeCursor } from '../links/cursor.ts'
import { listLinks } from '../links/list.ts'
import { parseLinkId, readLink } from '../links/one.ts'
import { searchLinks } from '../links/search.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** Lists and searches of one library that Postgres answers at once: many of one person hold up nobody else. */
const OF_LIBRARY = 2
/** Searches that Postgres answers at once. The other connections are left to queries that take less time. */
const SEARCHES = 4

export const linkRoutes = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  const ofLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searches = limitConcurrency(SEARCHES)

  app.get('/api/links', { preHandler: gate.list }, async (request): Promise<LinkList> => {
    const { libraryId } = requireCaller(request)
    const { q, cursor, limit, ...query } = readInput(ListLinksQuery, request.query)
    const from = cursor === undefined ? undefined : decodeCursor(cursor)
    const db = read()
    return ofLibrary.use(libraryId, async () => {
      if (q === undefined && limit !== undefined)
        return listLinks(db, libraryId, { ...query, limit, cursor: from })
      const library = await db
        .selectFrom('libraries')
        .select('plan')
        .where('library_id', '=', libraryId)
        .executeTakeFirst()
      const plan = (library?.plan ?? 'free') as Plan
      const filters = { ...query, limit: limit ?? PLANS[plan].pageSize, cursor: from }
      if (q === undefined) return listLinks(db, libraryId, filters)
      return searches.use(() => searchLinks(db, libraryId, q, filters, plan))
    })
  })

  app.get<ById>('/api/links/:id', { preHandler: gate.libraryAndArticles }, async (request): Promise<Link> => {
    const { libraryId } = requireCaller(request)
    return readLink(read(), libraryId, parseLinkId(request.params.id))
  })

  app.get<ById>(
    '/api/links/:id/content',
    { preHandler: gate.libraryAndArticles },
    async (request): Promise<LinkContent> => {
      const { libraryId } = requireCaller(request)
      return readContent(read(), libraryId, parseLinkId(request.params.id))
    },
  )
}
