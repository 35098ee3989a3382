import type { AccessList, AccessToken, TokenScope } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { hasApi } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readPlan } from '../links/plan.ts'
import type { Tables } from '../tables.ts'
import type { QueryTools } from '../tools.ts'

/** Refuses tokens of a library whose plan has no API any more. */
export const requireApiOfTokens = (app: FastifyInstance, { read }: Pick<QueryTools, 'read'>): void => {
  app.addHook('onRequest', async ({ caller }) => {
    if (caller?.token?.kind === 'token' && !hasApi(await readPlan(read(), caller.libraryId)))
      throw new Rejected('plan-without-api')
  })
}

/** What a person lets programs and devices do. They are no events, so nothing has to be waited for. */
export const accessRoute = (app: FastifyInstance, { read }: QueryTools): void => {
  app.get('/api/account/access', async (request, reply): Promise<AccessList> => {
    const rows = await read()
      .selectFrom('identity.access_tokens')
      .select(['id', 'kind', 'name', 'scope', 'created_at', 'last_used_at', 'expires_at'])
      .where('user_id', '=', requireCaller(request).userId)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
      .orderBy('created_at', 'desc')
      .execute()
    reply.header('cache-control', 'no-store')
    const entriesOf = (kind: string) => rows.filter(row => row.kind === kind).map(entryOf)
    return { tokens: entriesOf('token'), devices: entriesOf('device') }
  })
}

type Row = Omit<Tables['identity.access_tokens'], 'user_id'>

const entryOf = ({ id, name, scope, created_at, last_used_at, expires_at }: Row): AccessToken => ({
  id,
  name,
  scope: scope as TokenScope,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  expiresAt: expires_at?.toISOString() ?? null,
})
