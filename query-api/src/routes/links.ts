import { ContentQuery, ListLinksQuery } from '@lectern/contracts/api/link-requests.ts'
import type { Link, LinkContent, LinkList } from '@lectern/contracts/api/links.ts'
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

/** Lists of one library that Postgres answers at once, and as many searches: many of one person hold up nobody else. */
const OF_LIBRARY = 2
/** Searches that Postgres answers at once. The other connections are left to queries that take less time. */
const SEARCHES = 4

export const linkRoutes = (app: FastifyInstance, { read, gate, withImages }: QueryTools): void => {
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searchesOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searches = limitConcurrency(SEARCHES)

  app.get('/api/links', { preHandler: gate.list }, async (request): Promise<LinkList> => {
    const { libraryId } = requireCaller(request)
    const { q, cursor, limit, ...query } = readInput(ListLinksQuery, request.query)
    const from = cursor === undefined ? undefined : decodeCursor(cursor)
    const db = read()
    const planOf = async (): Promise<Plan> => {
      const library = await db
        .selectFrom('libraries')
        .select('plan')
        .where('library_id', '=', libraryId)
        .executeTakeFirst()
      return (library?.plan ?? 'free') as Plan
    }
    const list = async () =>
      listLinks(db, libraryId, { ...query, cursor: from, limit: limit ?? PLANS[await planOf()].pageSize })
    const search = async (text: string) => {
      const plan = await planOf()
      const filters = { ...query, cursor: from, limit: limit ?? PLANS[plan].pageSize }
      return searchLinks(db, libraryId, text, filters, plan)
    }
    if (q === undefined) return listsOfLibrary.use(libraryId, list)
    return searchesOfLibrary.use(libraryId, () => searches.use(() => search(q)))
  })

  app.get<ById>('/api/links/:id', { preHandler: gate.libraryAndArticles }, async (request): Promise<Link> => {
    const { libraryId } = requireCaller(request)
    return readLink(read(), libraryId, parseLinkId(request.params.id))
  })

  app.get<ById>(
    '/api/links/:id/content',
    { preHandler: gate.libraryAndArticles },
    async (request): Promise<LinkContent> => {
      const { version } = readInput(ContentQuery, request.query)
      return readContent(read(), withImages, requireCaller(request), parseLinkId(request.params.id), version)
    },
  )
}
