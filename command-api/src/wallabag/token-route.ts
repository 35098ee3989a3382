import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type Grant, GrantRequest } from '@lectern/contracts/wallabag/requests.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FastifyInstance } from 'fastify'
import { grant } from './grants.ts'

type Parts = {
  readonly pool: Pool
  readonly limits: Limits
  readonly space: Pick<FreeSpace, 'isLow'>
}

const MINUTE_MS = 60_000

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Refusals as OAuth writes them (RFC 6749, 5.2), with our sentence. */
const OAUTH_ERRORS: Partial<Record<Rejected['code'], string>> = {
  'grant-invalid': 'invalid_grant',
  'invalid-input': 'invalid_request',
}

/** Exchanges a device's password for access. */
export const tokenRoute = (app: FastifyInstance, { pool, limits, space }: Parts): void => {
  const options = {
    config: { isPublic: true },
    onRequest: limits.ofAddress({ limit: 30, windowMs: MINUTE_MS }),
  }
  app.post('/oauth/v2/token', options, async (request, reply): Promise<Grant | undefined> => {
    if (space.isLow()) throw new Rejected('out-of-space')
    try {
      return await grant(pool, readInput(GrantRequest, request.body))
    } catch (error) {
      const code = error instanceof Rejected ? OAUTH_ERRORS[error.code] : undefined
      if (code === undefined) throw error
      // Apps ask for the password again where they read of the refresh token.
      const isRefresh = code === 'invalid_grant' && isObject(request.body) && 'refresh_token' in request.body
      const message = isRefresh
        ? 'This refresh token has ended. Please sign in again.'
        : (error as Rejected).message
      return reply.code(400).send({ error: code, error_description: message, message })
    }
  })
}
