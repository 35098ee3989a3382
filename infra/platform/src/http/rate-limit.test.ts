import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rateLimit } from './rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asks as `key`. The result is Retry-After in seconds of a refusal; undefined where it was allowed. */
const asking = (limit: number, enabled = true) => {
  const hook = rateLimit({ limit, windowMs: 60_000, by: ({ id }) => id }, enabled)
  return async (id = 'mina'): Promise<number | undefined> => {
    const headers: Record<string, string> = {}
    const reply = { header: (name: string, value: string) => (headers[name] = value) }
    try {
      await hook({ id } as FastifyRequest, reply as unknown as FastifyReply)
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many-requests', status: 429 })
      return Number(headers['retry-after'])
    }
  }
}

test('requests beyond the limit are refused until the window ends, each key by itself', async () => {
  const ask = asking(2)
  expect([await ask(), await ask()]).toEqual([undefined, undefined])
  vi.advanceTimersByTime(20_000)
  expect([await ask(), await ask('noah')]).toEqual([40, undefined])
  vi.advanceTimersByTime(40_000)
  expect(await ask()).toBeUndefined()
})

test('nobody is refused where limits are off', async () => {
  const ask = asking(1, false)
  expect([await ask(), await ask()]).toEqual([undefined, undefined])
})

test('the least recently used of very many keys is dropped', async () => {
  const ask = asking(1)
  await ask()
  await ask('noah')
  for (let n = 0; n < 50_000; n++) {
    if (n === 25_000) expect(await ask('noah')).toBe(60)
    await ask(`stranger ${n}`)
  }
  expect([await ask('noah'), await ask()]).toEqual([60, undefined])
})
