import { sharedLimits } from '@lectern/platform/http/shared-limits.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import type { FastifyReply } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'

const parts = duringTests(startOwnParts)
const database = duringTests(async () => {
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'test', max: 4 })
  return { pool, stop: () => pool.end() }
})

const LIMIT = 200_000
const limitsOf = (enabled = true) =>
  sharedLimits({ pool: database.pool, secret: parts.internalSecret, enabled })
/** The budget as one gateway has it. */
const rowsOf = (enabled = true) => limitsOf(enabled).budget('rows', { limit: LIMIT, windowMs: 60_000 })

/** Retry-After in seconds of a refused spend; undefined where it was allowed. */
const spend = async (
  points: number,
  { rows = rowsOf(), key = 'mina', act = undefined as string | undefined } = {},
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
const pass = (seconds: number) =>
  database.pool.query('UPDATE command.limits SET until = until - make_interval(secs => $1)', [seconds])
/** About so many seconds: the test takes some itself. */
const about = (seconds: number) => expect.closeTo(seconds - 2, -1)

beforeEach(() => database.pool.query('TRUNCATE command.limits'))

describe('a budget of rows that gateways share', () => {
  it('is spent in parts at any of them; a refused spend costs nothing', async () => {
    expect(await spend(150_000)).toBeUndefined()
    await pass(20)
    expect(await spend(50_001)).toEqual(about(40))
    expect(await spend(50_000)).toBeUndefined()
    expect(await spend(1)).toEqual(about(40))
    await pass(40)
    expect(await spend(LIMIT)).toBeUndefined()
  })

  it('allows one act above the limit, then refuses until that is paid off', async () => {
    expect(await spend(5 * LIMIT)).toBeUndefined()
    expect(await spend(1)).toEqual(about(300))
    await pass(270)
    expect(await spend(1)).toEqual(about(30))
    await pass(30)
    expect(await spend(1)).toBeUndefined()
    expect(await spend(5 * LIMIT)).toEqual(about(60))
  })

  it('allows one of two acts above the limit that come at once', async () => {
    const both = await Promise.all([spend(5 * LIMIT), spend(5 * LIMIT)])
    expect(both.filter(refused => refused === undefined)).toHaveLength(1)
  })

  it('allows no more than the limit, however many spend at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => spend(LIMIT / 10)))
    expect(all.filter(refused => refused === undefined)).toHaveLength(10)
  })

  it('counts each key and each name by itself', async () => {
    await spend(LIMIT)
    expect(await spend(LIMIT, { key: 'noah' })).toBeUndefined()
    const others = limitsOf().budget('others', { limit: LIMIT, windowMs: 60_000 })
    expect(await spend(LIMIT, { rows: others })).toBeUndefined()
  })

  it('charges a repeated act once in a window, and a refused act when it is allowed', async () => {
    await spend(LIMIT, { act: 'first' })
    expect(await spend(LIMIT, { act: 'first' })).toBeUndefined()
    expect(await spend(1, { act: 'second' })).toEqual(about(60))
    expect(await spend(1, { act: 'second' })).toEqual(about(60))
    await pass(60)
    await spend(LIMIT, { act: 'second' })
    expect(await spend(LIMIT, { act: 'first' })).toEqual(about(60))
  })

  it('takes a point back', async () => {
    await spend(LIMIT)
    expect(await spend(1)).toEqual(about(60))
    await rowsOf().giveBack('mina')
    expect(await spend(1)).toBeUndefined()
    expect(await spend(1)).toEqual(about(60))
  })
})

it('the table names nobody, and forgets what is over', async () => {
  await spend(1, { key: '203.0.113.7 mina@example.com', act: 'an act of mina@example.com' })
  const { rows } = await database.pool.query('SELECT * FROM command.limits')
  expect(rows).toHaveLength(2)
  expect(rows.map(({ key }) => key.length)).toEqual([32, 32])
  await limitsOf().clean()
  expect((await database.pool.query('SELECT FROM command.limits')).rowCount).toBe(2)
  await pass(60)
  await limitsOf().clean()
  expect((await database.pool.query('SELECT FROM command.limits')).rowCount).toBe(0)
})

it('nothing is counted where limits are off', async () => {
  const rows = rowsOf(false)
  expect(await spend(LIMIT, { rows })).toBeUndefined()
  expect(await spend(LIMIT, { rows })).toBeUndefined()
  expect((await database.pool.query('SELECT FROM command.limits')).rowCount).toBe(0)
})
