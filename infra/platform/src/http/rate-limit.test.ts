import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Budget, budget } from './rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const LIMIT = 200_000

/** Retry-After in seconds of a refused spend; undefined where it was allowed. */
const spend = async (
  rows: Budget,
  points: number,
  { key = 'mina', act }: { key?: string; act?: string } = {},
) => {
  const headers: Record<string, string> = {}
  const reply = { header: (name: string, value: string) => (headers[name] = value) }
  try {
    await rows.spend(key, reply as unknown as FastifyReply, points, act)
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ code: 'too-many-requests', status: 429 })
    return Number(headers['retry-after'])
  }
}

describe('a budget of rows', () => {
  let rows: Budget
  beforeEach(() => {
    rows = budget({ limit: LIMIT, windowMs: 60_000 })
  })

  test('is spent in parts; a refused spend costs nothing', async () => {
    expect(await spend(rows, 150_000)).toBeUndefined()
    vi.advanceTimersByTime(20_000)
    expect(await spend(rows, 50_001)).toBe(40)
    expect(await spend(rows, 50_000)).toBeUndefined()
    expect(await spend(rows, 1)).toBe(40)
    vi.advanceTimersByTime(40_000)
    expect(await spend(rows, LIMIT)).toBeUndefined()
  })

  test('allows one act above the limit, then refuses until that is paid off', async () => {
    expect(await spend(rows, 5 * LIMIT)).toBeUndefined()
    expect(await spend(rows, 1)).toBe(300)
    vi.advanceTimersByTime(299_000)
    expect(await spend(rows, 1)).toBe(1)
    vi.advanceTimersByTime(1_000)
    expect(await spend(rows, 1)).toBeUndefined()
    expect(await spend(rows, 5 * LIMIT)).toBe(60)
  })

  test('allows one of two acts above the limit that come at once', async () => {
    const both = await Promise.all([spend(rows, 5 * LIMIT), spend(rows, 5 * LIMIT)])
    expect(both).toEqual([undefined, 300])
  })

  test('counts each key by itself', async () => {
    await spend(rows, LIMIT)
    expect(await spend(rows, LIMIT, { key: 'noah' })).toBeUndefined()
  })

  test('charges a repeated act once, and a refused act when it is allowed', async () => {
    await spend(rows, LIMIT, { act: 'first' })
    expect(await spend(rows, LIMIT, { act: 'first' })).toBeUndefined()
    expect(await spend(rows, 1, { act: 'second' })).toBe(60)
    expect(await spend(rows, 1, { act: 'second' })).toBe(60)
  })

  test('charges an act again a window later', async () => {
    await spend(rows, LIMIT, { act: 'first' })
    vi.advanceTimersByTime(60_001)
    await spend(rows, LIMIT, { act: 'second' })
    expect(await spend(rows, LIMIT, { act: 'first' })).toBe(60)
  })

  test('drops the least recently used of very many keys', async () => {
    await spend(rows, LIMIT)
    await spend(rows, LIMIT, { key: 'noah' })
    for (let n = 0; n < 50_000; n++) {
      if (n === 25_000) expect(await spend(rows, 1, { key: 'noah' })).toBe(60)
      await spend(rows, LIMIT, { key: `stranger ${n}` })
    }
    expect(await spend(rows, 1, { key: 'noah' })).toBe(60)
    expect(await spend(rows, 1)).toBeUndefined()
  })
})
