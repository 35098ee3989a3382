import type { Pool } from '@lectern/platform/postgres.ts'
import { expect, test } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }

test('a lookup that a logout overtook does not bring the session back', async () => {
  const first = Promise.withResolvers<unknown>()
  const answers = [first.promise, { rows: [] }]
  const pool = { query: async () => answers.shift() } as unknown as Pool
  const cache = createSessionCache(pool, 'postgres://127.0.0.1:1/none', AbortSignal.abort())

  const looking = cache.find('token', '127.0.0.1')
  cache.forget('token')
  first.resolve({ rows: [{ ...caller, stale: false }] })
  expect(await looking).toEqual(caller)
  expect(await cache.find('token', '127.0.0.1')).toBeUndefined()
})
