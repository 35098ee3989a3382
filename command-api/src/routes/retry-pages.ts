import { Rejected } from '@lectern/contracts/api/errors.ts'
import { RetryPagesRequest } from '@lectern/contracts/api/link-requests.ts'
import type { RetryPagesAnswer } from '@lectern/contracts/api/links.ts'
import { type BulkExtractJob, jobSubjects, LINKS_OF_BULK_JOB } from '@lectern/contracts/jobs.ts'
import { BULK_BODY_MAX, BULK_LINKS_MAX, BULK_VALUES_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { budget, callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { issuedBy } from './commands.ts'

export type RetryRouteParts = Pick<Aggregates, 'libraries'> & {
  /** undefined until NATS has been reached. */
  readonly nats: () => Nats | undefined
  readonly log: Log
  readonly rateLimits: boolean
}

/** Any position before that of the read model is true, since the person saw the links there. */
const POSITION = '0/0'
const HOUR_MS = 3_600_000

/**
 * Has the pages of up to 50,000 links tried again, those that could not be read. It changes no library, so it is no event: the
 * jobs wait in NATS, and an article becomes an event when it is read.
 */
export const retryRoute = (
  app: FastifyInstance,
  { libraries, nats, log, rateLimits }: RetryRouteParts,
): void => {
  const retries = budget({ limit: BULK_LINKS_MAX, windowMs: HOUR_MS })
  const options = {
    onRequest: callerRateLimit(120, rateLimits),
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
    if (rateLimits) await retries.spend(caller.userId, reply, linkIds.length, commandId)
    const connection = nats()
    if (connection === undefined) throw new Rejected('unavailable')
    const requestId = `${libraryId}/retry/${commandId}`
    try {
      for (let from = 0; from < linkIds.length; from += LINKS_OF_BULK_JOB) {
        const some = linkIds.slice(from, from + LINKS_OF_BULK_JOB)
        const [firstLinkId = 0, lastLinkId = 0] = [some[0], some.at(-1)]
        const retry = { requestId, linkIds: some }
        const job: BulkExtractJob = { libraryId, firstLinkId, lastLinkId, position: POSITION, retry }
        await publishJob(connection, jobSubjects.extractBulk, job, `${requestId}/${firstLinkId}`)
      }
    } catch (error) {
      log.warn({ err: error, libraryId }, 'pages could not be asked for again')
      throw new Rejected('unavailable')
    }
    reply.code(202)
    return { askedCount: linkIds.length }
  })
}
