import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ReadingPositionRequest } from '@lectern/contracts/api/link-requests.ts'
import type { LinkIdAnswer } from '@lectern/contracts/api/links.ts'
import { REREADS_OF_LINK, REREADS_OF_PERSON } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import type { Article, RequestReread, RequestRetry } from '../domain/article.ts'
import { checkRole } from '../domain/library/sharing/permit.ts'
import type { ArticlePlaces } from '../reading/article-places.ts'
import type { Positions } from '../reading/positions.ts'
import { type ById, idempotencyKey, idOf, issuedBy, now, tellPosition } from './commands.ts'
import type { RemovePage } from './page.ts'

const HOUR_MS = 3_600_000

type AskParts = Pick<Aggregates, 'articles'> & { readonly places: ArticlePlaces }

const askWith =
  ({ articles, places }: AskParts) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    id: number,
    typeFor: (article: Article) => (RequestRetry | RequestReread)['type'],
    spend?: () => Promise<void>,
  ): Promise<void> => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const { articleId, url, isOwn } = await places.articleOf(libraryId, id)
    // The page that the worker would read is not the one that the person saw.
    if (isOwn) throw new Rejected('page-provided')
    await spend?.()
    const type = await articles.read(articleId, typeFor)
    // Readers share the article's stream: each has idempotency keys of their own.
    const issued = issuedBy(request, caller)
    const commandId = `${caller.userId}/${issued.commandId}`
    const command = { type, articleId, url, libraryId, now: now() }
    tellPosition(reply, await articles.handle(articleId, command, { ...issued, commandId }))
  }

/** Has the page of a link read again. Its text gets a new version where it differs. @throws Rejected page-provided */
export type Reread = (
  request: FastifyRequest,
  reply: FastifyReply,
  id: number,
  typeFor?: (article: Article) => (RequestRetry | RequestReread)['type'],
) => Promise<void>

export const rereadWith = ({ limits, ...parts }: AskParts & { readonly limits: Limits }): Reread => {
  const ask = askWith(parts)
  const ofLink = limits.budget('rereads-of-link', { limit: REREADS_OF_LINK, windowMs: HOUR_MS })
  const ofPerson = limits.budget('rereads-of-person', { limit: REREADS_OF_PERSON, windowMs: HOUR_MS })
  return (request, reply, id, typeFor = () => 'RequestReread') => {
    const { userId, libraryId } = requireCaller(request)
    const key = idempotencyKey(request)
    const act = key && `${userId}/${id}/${key}`
    return ask(request, reply, id, typeFor, async () => {
      await ofLink.spend(`${libraryId}/${id}`, reply, 1, act)
      await ofPerson.spend(userId, reply, 1, act)
    })
  }
}

export type ReadingRouteParts = Pick<Aggregates, 'libraries' | 'articles'> & {
  readonly places: ArticlePlaces
  readonly removePage: RemovePage
  readonly reread: Reread
  readonly positions: Positions
  readonly limits: Limits
}

/** Calls of a reader about a link's article. */
export const readingRoutes = (
  app: FastifyInstance,
  { libraries, articles, places, removePage, reread, positions, limits }: ReadingRouteParts,
): void => {
  const limited = () => ({ onRequest: limits.ofCaller(120) })
  const ask = askWith({ articles, places })

  /**
   * Asks for another attempt where the article could not be read, or where its text is gone. Where that is so of a page that
   * the person provided, the link gives it up for the page at its address.
   */
  app.post<ById>('/api/links/:id/extraction', limited(), async (request, reply) => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const id = idOf(request, 'link-not-found')
    const { articleId, isOwn } = await places.articleOf(libraryId, id)
    const isGone = await places.isTextGone(articleId)
    if (!isOwn) {
      await ask(request, reply, id, () => (isGone ? 'RequestReread' : 'RequestRetry'))
      return reply.code(202).send({ id } satisfies LinkIdAnswer)
    }
    const isFailed = await articles.read(articleId, ({ status }) => status === 'failed')
    if (isFailed || isGone) tellPosition(reply, await removePage(libraryId, id, issuedBy(request, caller)))
    return reply.code(202).send({ id } satisfies LinkIdAnswer)
  })

  app.post<ById>('/api/links/:id/reread', limited(), async (request, reply) => {
    const id = idOf(request, 'link-not-found')
    await reread(request, reply, id)
    return reply.code(202).send({ id } satisfies LinkIdAnswer)
  })

  app.put<ById>('/api/links/:id/position', limited(), async (request, reply) => {
    const { userId } = requireCaller(request)
    const { libraryId, by } = placeOf(request)
    const linkId = idOf(request, 'link-not-found')
    const { offset, contentHash } = readInput(ReadingPositionRequest, request.body)
    if (by !== undefined)
      await libraries.read(libraryId, library =>
        checkRole(library, { by, linkId, role: 'reader', now: now() }),
      )
    const length = await places.check(libraryId, linkId, { contentHash, end: offset })
    await positions.put({ libraryId, linkId, userId }, { offset, contentHash, length, now: now() })
    // The link may have been deleted meanwhile, after the policy for that.
    const isGone = await libraries.read(libraryId, ({ links }) => !links.has(linkId))
    if (isGone) {
      await positions.deleteOf(libraryId, [linkId])
      throw new Rejected('link-not-found')
    }
    return reply.code(204).send()
  })
}
