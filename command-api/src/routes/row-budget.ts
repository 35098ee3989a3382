import { hash } from 'node:crypto'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKey } from './commands.ts'

/** A row is a link, or a tag of one, that an act may write. Everybody's reads wait while rows are written. */
const ROWS_A_MINUTE = 200_000

/** Charges an act for its rows; one that is repeated under its Idempotency-Key once. @throws Rejected too-many-requests */
export type RowBudget = (request: FastifyRequest, reply: FastifyReply, rows: number) => Promise<void>

/** One budget a person for all acts on many links. */
export const createRowBudget = (limits: Limits): RowBudget => {
  const rows = limits.budget('rows', { limit: ROWS_A_MINUTE, windowMs: 60_000 })
  return async (request, reply, count) => {
    const { userId } = requireCaller(request)
    const key = idempotencyKey(request)
    // An act that its address says alone has no body.
    const asked = JSON.stringify([request.url, request.body])
    const act = key && `${userId}/${key}/${hash('sha256', asked, 'base64url')}`
    await rows.spend(userId, reply, count, act)
  }
}
