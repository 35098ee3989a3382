import {
  type BulkDeleteAnswer,
  BulkDeleteRequest,
  type BulkEditAnswer,
  BulkEditRequest,
} from '@lectern/contracts/api/links.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/caller.ts'
import { readInput } from '@lectern/platform/input.ts'
import { rateLimit } from '@lectern/platform/rate-limit.ts'
import type { FastifyInstance } from 'fastify'
import type { Deciders } from '../deciders.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { issuedBy, now, tellPosition } from './issued.ts'

export type BulkRouteParts = Pick<Deciders, 'libraries'> & { readonly rateLimits: boolean }

/** One act on up to 50,000 links. The counts are of the links that were found, as the act's own event names them. */
export const bulkRoutes = (app: FastifyInstance, { libraries, rateLimits }: BulkRouteParts): void => {
  const limit = rateLimit({ limit: 120, windowMs: 60_000, by: request => request.caller?.userId }, rateLimits)
  const options = { onRequest: limit, bodyLimit: BULK_BODY_MAX }

  app.put('/api/links/bulk', options, async (request, reply): Promise<BulkEditAnswer> => {
    const caller = requireCaller(request)
    const { linkIds, updates: changes } = readInput(BulkEditRequest, request.body)
    const command = { type: 'EditLinks', linkIds, changes, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    const [event] = outcome.events
    if (event?.type === 'LinksEdited') return { updatedCount: countIds(event.data.links) }
    // All that were found are as wanted already.
    return { updatedCount: foundAmong(await libraries.recall(caller.libraryId), linkIds).size }
  })

  app.delete('/api/links/bulk', options, async (request, reply): Promise<BulkDeleteAnswer> => {
    const caller = requireCaller(request)
    const { linkIds } = readInput(BulkDeleteRequest, request.body)
    const command = { type: 'DeleteLinks', linkIds, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    const [event] = outcome.events
    return { deletedCount: event?.type === 'LinksDeleted' ? countIds(event.data.links) : 0 }
  })
}
