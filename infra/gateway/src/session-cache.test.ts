import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { expect, test } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }

test('a lookup that began before a logout does not bring the session back', async () => {
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

test('unknown tokens are looked up two at a time for each address', async () => {
  const lookups: PromiseWithResolvers<unknown>[] = []
  const query = () => {
    const lookup = Promise.withResolvers<unknown>()
    lookups.push(lookup)
    return lookup.promise
  }
  const cache = createSessionCache(
    { query } as unknown as Pool,
    'postgres://127.0.0.1:1/none',
    AbortSignal.abort(),
  )
  const crowd = ['a', 'b', 'c', 'd'].map(token => cache.find(token, '192.0.2.1'))
  const other = cache.find('e', '192.0.2.2')
  await nextTurn()
  expect(lookups).toHaveLength(3)
  lookups[2]?.resolve({ rows: [{ ...caller, stale: false }] })
  expect(await other).toEqual(caller)
  while (lookups.length < 5) {
    for (const lookup of lookups) lookup.resolve({ rows: [] })
    await nextTurn()
  }
  for (const lookup of lookups) lookup.resolve({ rows: [] })
  expect(await Promise.all(crowd)).toEqual(Array(4).fill(undefined))
})
