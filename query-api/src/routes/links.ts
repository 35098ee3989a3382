import type { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { ContentQuery, LinkIdsQuery, ListLinksQuery } from '@lectern/contracts/api/link-queries.ts'
import type { Link, LinkContent, LinkList } from '@lectern/contracts/api/links.ts'
import { CLIENT_VERSION_HEADER, knowsOthers } from '@lectern/contracts/client-version.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerList } from '../links/answer.ts'
import { readContent } from '../links/content.ts'
import { readLinkIds } from '../links/ids.ts'
import { parseLinkId, readLink } from '../links/one.ts'
import { readPlan } from '../links/plan.ts'
import { sourceFor } from '../shared/source.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** Lists of one library that Postgres answers at once, and as many searches: many of one person hold up nobody else. */
const OF_LIBRARY = 2
/** Searches that Postgres answers at once. The other connections are left to queries that take less time. */
const SEARCHES = 4

export const linkRoutes = (app: FastifyInstance, { read, view, gate, withImages }: QueryTools): void => {
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searchesOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searches = limitConcurrency(SEARCHES)

  app.get('/api/links', { preHandler: gate.list }, async (request, reply) => {
    const { q, url, cursor, limit, shared, ...asked } = readInput(ListLinksQuery, request.query)
    const withOthers = knowsOthers(request.headers[CLIENT_VERSION_HEADER])
    const query = { ...asked, q, cursor, limit, shared, withOthers, urlKey: url && urlKey(url) }
    const { libraryId } = requireCaller(request)
    return view(request, reply, async (viewed): Promise<LinkList> => {
      const list = () => answerList(read(), viewed, libraryId, query)
      if (q === undefined) return listsOfLibrary.use(libraryId, list)
      return searchesOfLibrary.use(libraryId, () => searches.use(list))
    })
  })

  app.get('/api/links/ids', { preHandler: gate.list }, async (request, reply) => {
    const { q, url, ...asked } = readInput(LinkIdsQuery, request.query)
    const filters = { ...asked, urlKey: url && urlKey(url), limit: 0 }
    const { libraryId } = requireCaller(request)
    return view(request, reply, async ({ db, reader }): Promise<LinkIds> => {
      const look = async () => readLinkIds(db, reader, q, filters, await readPlan(read(), libraryId))
      return searchesOfLibrary.use(libraryId, () => searches.use(look))
    })
  })

  const sourceOf = (request: FastifyRequest) => sourceFor(read(), request)

  app.get<ById>('/api/links/:id', { preHandler: gate.libraryAndArticles }, async (request): Promise<Link> => {
    const { db, reader } = await sourceOf(request)
    return readLink(db, reader, parseLinkId(request.params.id))
  })

  app.get<ById>(
    '/api/links/:id/content',
    { preHandler: gate.libraryAndArticles },
    async (request): Promise<LinkContent> => {
      const { version } = readInput(ContentQuery, request.query)
      const { db, reader } = await sourceOf(request)
      return readContent(db, withImages, reader, parseLinkId(request.params.id), version)
    },
  )
}
