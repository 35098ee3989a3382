import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const asked = async (...refusals: number[]) => {
  const queryFn = vi.fn(async () => {
    const status = refusals.shift()
    if (status !== undefined) throw new ApiError(status, 'refused')
    return 'answer'
  })
  const outcome = createQueryClient()
    .fetchQuery({ queryKey: ['asked'], queryFn })
    .catch((error: ApiError) => error.status)
  await vi.runAllTimersAsync()
  return [await outcome, queryFn.mock.calls.length]
}

test('a read refused with 429 is retried', async () => {
  expect(await asked(429, 429)).toEqual(['answer', 3])
})

test('a read fails after five retries, and after any other refusal at once', async () => {
  expect(await asked(429, 429, 429, 429, 429, 429, 429)).toEqual([429, 6])
  expect(await asked(500)).toEqual([500, 1])
})
