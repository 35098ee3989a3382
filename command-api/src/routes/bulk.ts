import { hash } from 'node:crypto'
import {
  type BulkDeleteAnswer,
  BulkDeleteRequest,
  type BulkEditAnswer,
  BulkEditRequest,
} from '@lectern/contracts/api/links.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { BULK_BODY_MAX } from '@lectern/contracts/limits.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { budget, callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deciders } from '../deciders.ts'
import { foundAmong } from '../domain/library/bulk.ts'
import { idempotencyKey, issuedBy, now, tellPosition } from './issued.ts'

/** A row is a link, or a tag of one, that an act may write: everybody's lists and searches wait while they are written. */
const ROWS_A_MINUTE = 200_000

export type BulkRouteParts = Pick<Deciders, 'libraries'> & { readonly rateLimits: boolean }

/** One act on up to 50,000 links. The counts are of the links that were found, as the act's own event names them. */
export const bulkRoutes = (app: FastifyInstance, { libraries, rateLimits }: BulkRouteParts): void => {
  const options = { onRequest: callerRateLimit(120, rateLimits), bodyLimit: BULK_BODY_MAX }
  const rows = budget({ limit: ROWS_A_MINUTE, windowMs: 60_000 })

  /** An act that is sent again, word for word, under its Idempotency-Key is charged once. */
  const charge = async (request: FastifyRequest, reply: FastifyReply, { userId }: Caller, count: number) => {
    if (!rateLimits) return
    const key = idempotencyKey(request)
    const act = key && `${userId}/${key}/${hash('sha256', JSON.stringify(request.body), 'base64url')}`
    await rows.spend(userId, reply, count, act)
  }

  app.put('/api/links/bulk', options, async (request, reply): Promise<BulkEditAnswer> => {
    const caller = requireCaller(request)
    const { linkIds, updates: changes } = readInput(BulkEditRequest, request.body)
    await charge(request, reply, caller, linkIds.length * (1 + (changes.tags?.length ?? 0)))
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
    await charge(request, reply, caller, linkIds.length)
    const command = { type: 'DeleteLinks', linkIds, now: now() } as const
    const outcome = await libraries.handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    const [event] = outcome.events
    return { deletedCount: event?.type === 'LinksDeleted' ? countIds(event.data.links) : 0 }
  })
}
