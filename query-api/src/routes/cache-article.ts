import { Rejected } from '@lectern/contracts/api/errors.ts'
import { CacheArticleRequest } from '@lectern/contracts/api/link-queries.ts'
import type { CachedArticle, LinkContent } from '@lectern/contracts/api/links.ts'
import { LINK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { FastifyInstance } from 'fastify'
import { readContent } from '../links/content.ts'
import { parseLinkId } from '../links/one.ts'
import type { ReadModel } from '../read-model/follow.ts'
import { sourceFor } from '../shared/source.ts'
import type { QueryTools } from '../tools.ts'

const WAIT_MS = 15_000
/** WAIT_MS, the wait for the caller's own last write, and the query. */
const ANSWER_WITHIN_MS = 18_000
/** The article is looked up at this interval too, since a notification may be lost. */
const LOOK_AGAIN_MS = 2_000

/** Gives the article to keep for reading offline. POST carries its body; the call changes nothing. */
export const cacheArticleRoute = (
  app: FastifyInstance,
  { read, model, gate, rateLimits, withImages }: QueryTools,
): void => {
  const onRequest = callerRateLimit(120, rateLimits)

  app.post(
    '/api/cache-article',
    {
      onRequest,
      preHandler: gate.libraryAndArticles,
      bodyLimit: LINK_BODY_MAX,
      config: { answerWithinMs: ANSWER_WITHIN_MS },
    },
    async (request, reply): Promise<CachedArticle> => {
      const linkId = parseLinkId(String(readInput(CacheArticleRequest, request.body).articleId))
      const look = async () => {
        const { db, reader } = await sourceFor(read(), request)
        return readContent(db, withImages, reader, linkId)
      }
      const article = await untilRead(look, model, placeOf(request).libraryId)
      if (article.status === 'failed') throw new Rejected('article-failed', {}, article.reason ?? undefined)
      if (article.content === null) {
        reply.header('retry-after', '15')
        throw new Rejected('article-pending')
      }
      return { title: article.title, content: article.content }
    },
  )
}

/** Looks the article up after each change of the library's extractions, until there is a result or 15 s have passed. */
const untilRead = async (
  look: () => Promise<LinkContent>,
  model: ReadModel,
  libraryId: string,
): Promise<LinkContent> => {
  const end = Date.now() + WAIT_MS
  let wake = () => {}
  const stop = model.onChange(change => {
    if (change === null || (change.libraryId === libraryId && change.change.what.includes('extraction')))
      wake()
  })
  try {
    for (;;) {
      const changed = new Promise<void>(resolve => {
        wake = resolve
      })
      const article = await look()
      const left = end - Date.now()
      if (article.status !== 'pending' || left <= 0) return article
      const timer = setTimeout(() => wake(), Math.min(left, LOOK_AGAIN_MS))
      await changed
      clearTimeout(timer)
    }
  } finally {
    stop()
  }
}
