import { Rejected } from '@lectern/contracts/api/errors.ts'
import { PageEventRequest } from '@lectern/contracts/api/page-events.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FastifyInstance } from 'fastify'

export type PageEventParts = {
  readonly pool: Pool
  readonly space: Pick<FreeSpace, 'isLow'>
  readonly limits: Limits
}

const HOUR_MS = 3_600_000

/** Keeps what pages say of their visits, for operators to read (docs/operations.md). */
export const pageEventsRoute = (app: FastifyInstance, { pool, space, limits }: PageEventParts): void => {
  const options = {
    onRequest: limits.ofAddress({ limit: 30, windowMs: HOUR_MS }),
    config: { isPublic: true },
  }
  app.post('/api/page-events', options, async request => {
    const { kind, amount, transactionId } = readInput(PageEventRequest, request.body)
    if (space.isLow()) throw new Rejected('out-of-space')
    await pool.query(
      `INSERT INTO identity.page_events (kind, user_id, amount, transaction_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [kind, request.caller?.userId, amount, transactionId],
    )
    return { success: true }
  })
}
