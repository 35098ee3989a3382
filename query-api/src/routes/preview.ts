import { PreviewQuery } from '@lectern/contracts/api/link-queries.ts'
import type { Preview } from '@lectern/contracts/api/links.ts'
import { Preview as WorkedPreview, workSubjects } from '@lectern/contracts/jobs.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import { ask } from '@lectern/platform/nats/request.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'

/** A worker answers within 8 s, also where the page does not come. */
const TIMEOUT_MS = 8_500

const NOTHING: Preview = { image: null, title: null }

/** Gives the image and title of any web page. A worker fetches the page, since query-api may not. Without an answer there is neither. */
export const previewRoute = (app: FastifyInstance, { nats, log, rateLimits }: QueryTools): void => {
  const onRequest = callerRateLimit(60, rateLimits)

  app.get('/api/preview', { onRequest }, async (request): Promise<Preview> => {
    requireCaller(request)
    const { url } = readInput(PreviewQuery, request.query)
    const connection = nats()
    if (connection === undefined) return NOTHING
    try {
      const { image, title } = await ask(connection, workSubjects.preview, { url }, WorkedPreview, {
        timeoutMs: TIMEOUT_MS,
      })
      return { image, title: titleOfPage(title) }
    } catch (error) {
      log.debug({ err: error }, 'no preview')
      return NOTHING
    }
  })
}
