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

/** The seconds after which a refused spend may be tried again; undefined where it was let through. */
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

  test('is spent in parts, and a refused part costs nothing', async () => {
    expect(await spend(rows, 150_000)).toBeUndefined()
    vi.advanceTimersByTime(20_000)
    expect(await spend(rows, 50_001)).toBe(40)
    expect(await spend(rows, 50_000)).toBeUndefined()
    expect(await spend(rows, 1)).toBe(40)
    vi.advanceTimersByTime(40_000)
    expect(await spend(rows, LIMIT)).toBeUndefined()
  })

  test('lets one larger act through and waits until that is paid off', async () => {
    expect(await spend(rows, 5 * LIMIT)).toBeUndefined()
    expect(await spend(rows, 1)).toBe(300)
    vi.advanceTimersByTime(299_000)
    expect(await spend(rows, 1)).toBe(1)
    vi.advanceTimersByTime(1_000)
    expect(await spend(rows, 1)).toBeUndefined()
    expect(await spend(rows, 5 * LIMIT)).toBe(60)
  })

  test('lets one of two larger acts through that come at once', async () => {
    const both = await Promise.all([spend(rows, 5 * LIMIT), spend(rows, 5 * LIMIT)])
    expect(both).toEqual([undefined, 300])
  })

  test('is of each key by itself', async () => {
    await spend(rows, LIMIT)
    expect(await spend(rows, LIMIT, { key: 'noah' })).toBeUndefined()
  })

  test('charges an act that comes again once, and a refused one when it is let through', async () => {
    await spend(rows, LIMIT, { act: 'first' })
    expect(await spend(rows, LIMIT, { act: 'first' })).toBeUndefined()
    expect(await spend(rows, 1, { act: 'second' })).toBe(60)
    expect(await spend(rows, 1, { act: 'second' })).toBe(60)
  })

  test('charges an act again that comes a window later', async () => {
    await spend(rows, LIMIT, { act: 'first' })
    vi.advanceTimersByTime(60_001)
    await spend(rows, LIMIT, { act: 'second' })
    expect(await spend(rows, LIMIT, { act: 'first' })).toBe(60)
  })

  test('forgets the least recently used of very many keys', async () => {
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
