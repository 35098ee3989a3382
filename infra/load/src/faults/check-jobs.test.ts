import { expect, test } from 'vitest'
import type { User } from '../world/users.ts'
import { checkJobs } from './check.ts'

/** A user whose list shows so many links as pending, look by look; the last number stays. */
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

// A patience of nothing is over before the second look, unless each look finds fewer.
test('pending extractions are waited for while their number falls', async () => {
  expect(await checkJobs([userWith(3, 2, 1, 0)], 0)).toEqual([])
})

test('extractions that do not go on are told', async () => {
  expect(await checkJobs([userWith(3, 2)], 0)).toEqual(['link 0 is still pending', 'link 1 is still pending'])
})
