import { randomUUID } from 'node:crypto'
import { BYTES_A_DAY } from '@lectern/contracts/limits.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { linkTo, newKey, openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { countEarlier } from './count-earlier.ts'
import { keptBytesIn } from './kept-bytes.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts, { rateLimits: true }))
afterEach(() => void vi.useRealTimers())

type Kept = { events?: number; content?: number; ofDay?: number }

/** An account that has a library, and keeps so much. */
const anAccount = async ({ events = 0, content = 0, ofDay = 0 }: Kept = {}): Promise<Caller> => {
  const caller = await openTestLibrary(api)
  const { userId, libraryId } = caller
  await api.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1::uuid, $2, $1::text, $1::text, $1::text, $1::text, '')`,
    [userId, libraryId],
  )
  await api.pool.query(
    `INSERT INTO command.kept_bytes (user_id, library_id, events, content, day, of_day)
     VALUES ($1, $2, $3, $4, (now() AT TIME ZONE 'UTC')::date, $5)`,
    [userId, libraryId, events, content, ofDay],
  )
  return caller
}

const rowOf = async ({ userId }: Caller) => {
  const { rows } = await api.pool.query('SELECT * FROM command.kept_bytes WHERE user_id = $1', [userId])
  return rows[0]
}

/** Another process with the same database. */
const keptBytes = (plan: Plan = 'free', rateLimits = true) =>
  keptBytesIn({ pool: api.pool, log: { warn: () => {} } as never, rateLimits, planOf: async () => plan })

const by = ({ userId: actorId }: Caller, via: 'web' | 'import' = 'web') => ({ actorId, via }) as const

it('an account writes 200 MB a day and not a byte more, and goes on tomorrow', async () => {
  const caller = await anAccount({ ofDay: BYTES_A_DAY - 100 })
  const kept = keptBytes()
  const charge = await kept.open(by(caller), 'SaveLink')
  charge?.(100)
  expect(() => charge?.(101)).toThrow(expect.objectContaining({ code: 'too-much-today', status: 429 }))
  const other = await kept.open(by(caller), 'DeleteLink')
  expect(() => other?.(1)).toThrow(expect.objectContaining({ code: 'too-much-today' }))

  const closing = await kept.open(by(caller), 'CloseLibrary')
  closing?.(1_000)
  const removal = await kept.open(by(caller), 'EndMembership')
  removal?.(1_000)
  const importing = await kept.open(by(caller), 'RequestImport')
  importing?.(1_000)
  const rows = await kept.open(by(caller, 'import'), 'ImportRows')
  rows?.(1_000_000)

  const tomorrow = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: tomorrow - 1_500 })
  expect(() => other?.(1)).toThrow(expect.objectContaining({ retryAfterSeconds: 2 }))
  vi.setSystemTime(tomorrow)
  other?.(1)
})

it('who writes in the library of somebody else pays for it', async () => {
  const caller = await anAccount({ ofDay: BYTES_A_DAY - 100 })
  const asMember = { actorId: randomUUID(), payer: caller.userId, via: 'web' } as const
  const charge = await keptBytes().open(asMember, 'SaveLink')
  expect(() => charge?.(101)).toThrow(expect.objectContaining({ code: 'too-much-today' }))
})

it('what was not stored is given back', async () => {
  const caller = await anAccount({ ofDay: BYTES_A_DAY - 100 })
  const kept = keptBytes()
  const charge = await kept.open(by(caller), 'SaveLink')
  charge?.(100)
  charge?.(0)
  const other = await kept.open(by(caller), 'SaveLink')
  other?.(100)
})

it('without limits of rates a day has none, and a plan has its own all the same', async () => {
  const caller = await anAccount({ ofDay: BYTES_A_DAY, content: 2_000_000_000 })
  const kept = keptBytes('free', false)
  const charge = await kept.open(by(caller), 'DeleteLink')
  charge?.(1)
  const saving = await kept.open(by(caller), 'SaveLink')
  expect(() => saving?.(1)).toThrow(expect.objectContaining({ code: 'storage-full' }))
})

it.each([
  ['free', 2],
  ['basic', 10],
  ['pro', 10],
  ['ultra', 50],
  ['legacy_unlimited', 50],
] as const)(
  'the plan %s keeps %i GB and not a byte more, of events and content together',
  async (plan, gb) => {
    expect(PLANS[plan].storedGb).toBe(gb)
    const caller = await anAccount({ events: gb * 1_000_000_000 - 1_000, content: 900 })
    const kept = keptBytes(plan)
    const charge = await kept.open(by(caller), 'SaveLink')
    charge?.(100)
    expect(() => charge?.(101)).toThrow(
      expect.objectContaining({
        code: 'storage-full',
        status: 413,
        message: expect.stringContaining(`${gb} GB`),
      }),
    )
    const freed = ['DeleteLink', 'DeleteLinks', 'DeleteNote', 'UndoImport', 'CloseLibrary', 'EndMembership']
    for (const type of freed) {
      const freeing = await kept.open(by(caller), type)
      freeing?.(1_000)
    }
    // The rows of an import that was begun come whole.
    const rows = await kept.open(by(caller, 'import'), 'ImportRows')
    rows?.(1_000_000)
    await kept.save()
    expect(await rowOf(caller)).toMatchObject({ events: gb * 1_000_000_000 - 900 + 6_000 + 1_000_000 })
  },
)

it('another process knows what was saved', async () => {
  const caller = await anAccount()
  const kept = keptBytes()
  const charge = await kept.open(by(caller), 'SaveLink')
  charge?.(BYTES_A_DAY)
  await kept.save()
  await kept.save()
  expect(await rowOf(caller)).toMatchObject({ events: BYTES_A_DAY, of_day: BYTES_A_DAY })
  const later = await keptBytes().open(by(caller), 'SaveLink')
  expect(() => later?.(1)).toThrow(expect.objectContaining({ code: 'too-much-today' }))
})

const usedUp = { ofDay: BYTES_A_DAY }
const full = { content: 2_000_000_000 }
const HTML = `<!doctype html><html><body>${'a'.repeat(1_000)}</body></html>`

it.each([
  ['saving', 'POST', '/api/links', linkTo('new')],
  ['an edit', 'PATCH', '/api/links/1', { title: 'Another' }],
  ['a bulk edit', 'PUT', '/api/links/bulk', { linkIds: [1], updates: { isFavorite: true } }],
  ['a mark', 'PATCH', '/api/links/1/favorite', undefined],
  ['a note', 'POST', '/api/links/1/notes', { type: 'note', content: 'Words' }],
  ['a tag', 'POST', '/api/tags/rename', { from: 'a', to: 'b' }],
  ['a collection', 'POST', '/api/collections', { name: 'New' }],
  ['a page', 'PUT', '/api/links/1/page', { html: HTML }],
] as const)(
  '%s is refused beyond the day and beyond the plan, and done as soon as there is room',
  async (_, method, path, body) => {
    for (const [kept, status, code] of [
      [usedUp, 429, /200 MB/],
      [full, 413, /2 GB of the plan Free/],
    ] as const) {
      const caller = await anAccount()
      await api.call('POST', '/api/links', { as: caller, body: { ...linkTo(randomUUID()), tags: ['a'] } })
      const { userId } = caller
      const set = (values: Kept) =>
        api.pool.query('UPDATE command.kept_bytes SET content = $2, of_day = $3 WHERE user_id = $1', [
          ...[userId, values.content ?? 0, values.ofDay ?? 0],
        ])
      const readAgain = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
      await set(kept)
      readAgain()
      const key = newKey()
      const refused = await api.call(method, path, { as: caller, body, key })
      expect([refused.status, refused.body]).toEqual([
        status,
        expect.objectContaining({ message: expect.stringMatching(code) }),
      ])
      expect(Number(refused.headers['retry-after'] ?? 0) > 0).toBe(status === 429)
      const pages = await api.pool.query('SELECT FROM uploads.pages WHERE library_id = $1', [
        caller.libraryId,
      ])
      expect(pages.rowCount).toBe(0)
      await set({})
      readAgain()
      const done = await api.call(method, path, { as: caller, body, key })
      expect(done.status, done.text).toBeLessThan(300)
      vi.useRealTimers()
    }
  },
)

it('an act that is repeated under its key, and a page, count once', async () => {
  const caller = await anAccount()
  const { as, key } = { as: caller, key: newKey() }
  await api.call('POST', '/api/links', { as, body: linkTo('once') })
  const provide = () => api.call('PUT', '/api/links/1/page', { as, key, body: { html: HTML } })
  expect((await provide()).status).toBe(202)
  await api.pool.query('DELETE FROM uploads.pages WHERE library_id = $1', [caller.libraryId])
  expect((await provide()).status).toBe(202)
  // The page was read meanwhile: nobody would read it again.
  const pages = await api.pool.query('SELECT FROM uploads.pages WHERE library_id = $1', [caller.libraryId])
  expect(pages.rowCount).toBe(0)
})

it('events from before are counted once', async () => {
  const caller = await anAccount()
  for (const n of [1, 2]) await api.call('POST', '/api/links', { as: caller, body: linkTo(randomUUID() + n) })
  await api.pool.query('UPDATE command.kept_bytes SET counted = false WHERE user_id = $1', [caller.userId])
  await countEarlier(api.pool, api.store)
  const { events, counted } = await rowOf(caller)
  expect(counted).toBe(true)
  expect(events).toBeGreaterThan(1_000)
  expect(events).toBeLessThan(3_000)
})

it('what was counted in memory is saved when the process ends', async () => {
  const caller = await anAccount()
  const ending = await startCommandApi(parts, { rateLimits: true })
  await ending.call('POST', '/api/links', { as: caller, body: linkTo('end') })
  expect(await rowOf(caller)).toMatchObject({ events: 0 })
  await ending.stop()
  const { events, of_day } = await rowOf(caller)
  expect(events).toBeGreaterThan(300)
  expect(of_day).toBe(events)
})
