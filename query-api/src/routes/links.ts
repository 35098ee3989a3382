import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { ContentQuery, LinkIdsQuery, ListLinksQuery } from '@lectern/contracts/api/link-queries.ts'
import type { Link, LinkContent, LinkList } from '@lectern/contracts/api/links.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { readContent } from '../links/content.ts'
import { decodeCursor, decodeSortCursor } from '../links/cursor.ts'
import { withGone } from '../links/gone.ts'
import { readLinkIds } from '../links/ids.ts'
import { listLinks } from '../links/list.ts'
import { parseLinkId, readLink } from '../links/one.ts'
import { readPlan } from '../links/plan.ts'
import { searchLinks } from '../links/search.ts'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

/** Lists of one library that Postgres answers at once, and as many searches: many of one person hold up nobody else. */
const OF_LIBRARY = 2
/** Searches that Postgres answers at once. The other connections are left to queries that take less time. */
const SEARCHES = 4

/** The others are of articles and of reading, which are not part of the past. */
const ORDERS_OF_PAST: ReadonlySet<string> = new Set(['newest', 'oldest'])

export const linkRoutes = (app: FastifyInstance, { read, view, gate, withImages }: QueryTools): void => {
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searchesOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const searches = limitConcurrency(SEARCHES)

  app.get('/api/links', { preHandler: gate.list }, async (request, reply) => {
    const { q, cursor, limit, sort, url, ...asked } = readInput(ListLinksQuery, request.query)
    const query = { ...asked, urlKey: url && urlKey(url) }
    return view(request, reply, async ({ db, reader, isPast }): Promise<LinkList> => {
      const { libraryId } = reader
      const asShown = (list: LinkList) => (isPast ? withGone(read(), libraryId, list) : list)
      if (isPast && !ORDERS_OF_PAST.has(sort))
        throw new Rejected('invalid-input', {}, 'A library as it was is sorted by date.')
      // The plan is that of today.
      const plan = () => readPlan(read(), libraryId)
      const pageSize = async () => limit ?? PLANS[await plan()].pageSize
      if (q === undefined && sort !== 'newest') {
        const after = cursor === undefined ? undefined : decodeSortCursor(cursor, sort)
        return listsOfLibrary.use(libraryId, async () =>
          asShown(await listLinks(db, reader, { ...query, sort, after, limit: await pageSize() })),
        )
      }
      const from = cursor === undefined ? undefined : decodeCursor(cursor)
      const list = async () =>
        asShown(await listLinks(db, reader, { ...query, cursor: from, limit: await pageSize() }))
      const search = async (text: string) => {
        const ofPlan = await plan()
        const filters = { ...query, cursor: from, limit: limit ?? PLANS[ofPlan].pageSize }
        return asShown(await searchLinks(db, reader, text, filters, ofPlan))
      }
      if (q === undefined) return listsOfLibrary.use(libraryId, list)
      return searchesOfLibrary.use(libraryId, () => searches.use(() => search(q)))
    })
  })

  app.get('/api/links/ids', { preHandler: gate.list }, async (request, reply) => {
    const { q, url, ...asked } = readInput(LinkIdsQuery, request.query)
    const filters = { ...asked, urlKey: url && urlKey(url) }
    return view(request, reply, async ({ db, reader }): Promise<LinkIds> => {
      const look = async () =>
        readLinkIds(db, reader, q, { ...filters, limit: 0 }, await readPlan(read(), reader.libraryId))
      return searchesOfLibrary.use(reader.libraryId, () => searches.use(look))
    })
  })

  app.get<ById>('/api/links/:id', { preHandler: gate.libraryAndArticles }, async (request): Promise<Link> => {
    return readLink(read(), requireCaller(request), parseLinkId(request.params.id))
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
