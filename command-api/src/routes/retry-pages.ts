import { Rejected } from '@lectern/contracts/api/errors.ts'
import { RetryPagesRequest } from '@lectern/contracts/api/link-requests.ts'
import type { RetryPagesAnswer } from '@lectern/contracts/api/links.ts'
import { SHOWS_ITS_ADDRESS } from '@lectern/contracts/article-id.ts'
import { BULK_BODY_MAX, BULK_LINKS_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { jobOfLink, pageWork, workKinds } from '@lectern/contracts/work.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { issuedBy } from './commands.ts'

export type RetryRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly pool: Pool
  readonly log: Log
  readonly limits: Limits
}

const HOUR_MS = 3_600_000

/**
 * Has the pages of up to 50,000 links tried again, those that could not be read. It changes no library, so it is no event: the
 * pages wait in a table, and an article becomes an event when it is read.
 */
export const retryRoute = (app: FastifyInstance, { libraries, pool, log, limits }: RetryRouteParts): void => {
  const retries = limits.budget('retried-pages', { limit: BULK_LINKS_MAX, windowMs: HOUR_MS })
  const options = {
    onRequest: limits.ofCaller(120),
    bodyLimit: BULK_BODY_MAX,
    config: { valuesMax: BULK_VALUES_MAX },
  }
  app.post('/api/links/bulk/extraction', options, async (request, reply): Promise<RetryPagesAnswer> => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const named = readInput(RetryPagesRequest, request.body).linkIds
    const found = await libraries.read(libraryId, library => foundAmong(library, named))
    const linkIds = [...found.keys()].sort((a, b) => a - b)
    const { commandId } = issuedBy(request, caller)
    // A key under which somebody else asked, or for other links, pays for nothing here.
    const act = `${caller.userId}/${commandId}/${linkIds.join()}`
    await retries.spend(caller.userId, reply, linkIds.length, act)
    try {
      await askAgain(pool, libraryId, linkIds, `${libraryId}/retry/${commandId}`)
    } catch (error) {
      log.warn({ err: error, libraryId }, 'pages could not be asked for again')
      throw new Rejected('unavailable')
    }
    reply.code(202)
    return { askedCount: linkIds.length }
  })
}

/** @throws Error while no read model serves */
const askAgain = async (pool: Pool, libraryId: string, linkIds: readonly number[], requestId: string) => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) throw new Error('no read model serves')
  const { rows } = await pool.query<{ linkId: number; url: string }>(
    `SELECT DISTINCT ON (article_id) id AS "linkId", url FROM ${schema}.links JOIN ${schema}.articles USING (article_id)
      WHERE library_id = $1 AND id = ANY ($2) AND status = 'failed'
        AND ${SHOWS_ITS_ADDRESS}
      ORDER BY article_id`,
    [libraryId, linkIds],
  )
  const work = rows.map(({ linkId, url }) => {
    const job = jobOfLink({ libraryId, linkId, url })
    return pageWork(workKinds.imported, {
      ...{ ...job, requestId: `${requestId}/${job.articleId}`, retries: true },
    })
  })
  await inTransaction(pool, client => addWork(client, work))
}
