import { hash } from 'node:crypto'
import { BulkDeleteRequest, BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import type { BulkDeleteAnswer, BulkEditAnswer } from '@lectern/contracts/api/links.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { budget, callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { commandLibrary, idempotencyKey, now } from './commands.ts'

/** A row is a link, or a tag of one, that an act may write. Everybody's reads wait while rows are written. */
const ROWS_A_MINUTE = 200_000

export type BulkRouteParts = Pick<Aggregates, 'libraries'> & { readonly rateLimits: boolean }

/** Acts on up to 50,000 links. An answer counts the links that were found. */
export const bulkRoutes = (app: FastifyInstance, { libraries, rateLimits }: BulkRouteParts): void => {
  const options = { onRequest: callerRateLimit(120, rateLimits), bodyLimit: BULK_BODY_MAX }
  const rows = budget({ limit: ROWS_A_MINUTE, windowMs: 60_000 })
  const command = commandLibrary(libraries)

  /** Charges an act that is repeated under its Idempotency-Key once. */
  const charge = async (request: FastifyRequest, reply: FastifyReply, count: number) => {
    if (!rateLimits) return
    const { userId } = requireCaller(request)
    const key = idempotencyKey(request)
    const act = key && `${userId}/${key}/${hash('sha256', JSON.stringify(request.body), 'base64url')}`
    await rows.spend(userId, reply, count, act)
  }

  app.put('/api/links/bulk', options, async (request, reply): Promise<BulkEditAnswer> => {
    const { linkIds, updates: changes } = readInput(BulkEditRequest, request.body)
    await charge(request, reply, linkIds.length * (1 + (changes.tags?.length ?? 0)))
    const [event] = await command(request, reply, { type: 'EditLinks', linkIds, changes, now: now() })
    if (event?.type === 'LinksEdited') return { updatedCount: countIds(event.data.links) }
    // Nothing changed: every link that was found is as wanted already.
    const { libraryId } = requireCaller(request)
    const updatedCount = await libraries.read(libraryId, library => foundAmong(library, linkIds).size)
    return { updatedCount }
  })

  app.delete('/api/links/bulk', options, async (request, reply): Promise<BulkDeleteAnswer> => {
    const { linkIds } = readInput(BulkDeleteRequest, request.body)
    await charge(request, reply, linkIds.length)
    const [event] = await command(request, reply, { type: 'DeleteLinks', linkIds, now: now() })
    return { deletedCount: event?.type === 'LinksDeleted' ? countIds(event.data.links) : 0 }
  })
}
