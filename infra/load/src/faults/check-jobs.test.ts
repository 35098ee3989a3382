import { expect, test } from 'vitest'
import type { User } from '../world/users.ts'
import { checkJobs } from './check.ts'

/** A user whose list shows `pending[n]` pending links at the n-th read, and the last number from then on. */
const userWith = (...pending: number[]): User => {
  let look = 0
  const body = () => {
    const count = pending[Math.min(look++, pending.length - 1)] ?? 0
    const links = Array.from({ length: count }, (_, n) => ({ url: `link ${n}`, extraction: 'pending' }))
    return { links, nextCursor: null }
  }
  const ask = async () => ({ status: 200, headers: {}, body: body() })
  return { email: 'a@example.com', libraryId: 'a', api: { ask, cookie: () => '' } }
}

// A patience of 0 ms ends before the second read unless each read finds fewer.
test('checkJobs waits while the number of pending extractions falls', async () => {
  expect(await checkJobs([userWith(3, 2, 1, 0)], 0)).toEqual([])
})

test('checkJobs reports extractions that make no progress', async () => {
  expect(await checkJobs([userWith(3, 2)], 0)).toEqual(['link 0 is still pending', 'link 1 is still pending'])
})
