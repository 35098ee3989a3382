import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { appendLinks, newKey, openTestLibrary, startCommandApi } from '../test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts, { rateLimits: true }))

const libraryOf = async (links: number): Promise<Caller> => {
  const caller = await openTestLibrary(api)
  await appendLinks(api.store, caller, links)
  return caller
}

const idsTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const tags = (count: number) => idsTo(count).map(n => `tag ${n}`)
const tag = (as: Caller, links: number, count: number, key = newKey()) =>
  api.call('PUT', '/api/links/bulk', {
    as,
    key,
    body: { linkIds: idsTo(links), updates: { tags: tags(count) } },
  })
const remove = (as: Caller, links: number) =>
  api.call('DELETE', '/api/links/bulk', { as, body: { linkIds: idsTo(links) } })

describe('bulk work', () => {
  it('is refused above 200,000 rows a minute, which are named links and their tags', async () => {
    const caller = await libraryOf(10)
    expect(await tag(caller, 10_000, 9)).toMatchObject({ status: 200, body: { updatedCount: 10 } })
    expect((await tag(caller, 10_000, 8)).status).toBe(200)
    const refused = await tag(caller, 10_000, 1)
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Too many') } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await remove(caller, 10_001)).status).toBe(429)
    expect(await remove(caller, 10_000)).toMatchObject({ status: 200, body: { deletedCount: 10 } })
  })

  it('may change a whole library at once, but then its account waits in proportion', async () => {
    const [caller, neighbour] = [await libraryOf(10), await libraryOf(10)]
    expect((await tag(caller, 50_000, 50)).status).toBe(200)
    const refused = await tag(caller, 1, 0)
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('in 13 minutes') },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(12 * 60)
    expect((await tag(neighbour, 1, 0)).status).toBe(200)
  })

  it('is charged once if it is repeated under its Idempotency-Key', async () => {
    const caller = await libraryOf(10)
    const key = newKey()
    const answers = [await tag(caller, 50_000, 50, key), await tag(caller, 50_000, 50, key)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { updatedCount: 10 } })
    expect((await tag(caller, 50_000, 49, key)).status).toBe(429)
    const others = { linkIds: Array.from({ length: 50_000 }, (_, n) => n + 2), updates: { tags: [] } }
    expect((await api.call('PUT', '/api/links/bulk', { as: caller, body: others, key })).status).toBe(429)
  })
})

test('previews of undos of many links are refused after some', async () => {
  const caller = await libraryOf(3)
  const data = {
    links: [[1, 50_000] as [number, number]],
    changes: { isFavorite: true },
    before: { isFavorite: [[0, 50_000]] },
    at: new Date().toISOString(),
  }
  const act = newKey()
  const metadata = { actorId: caller.userId, via: 'web', commandId: act, commandHash: 'x' }
  await api.store.append(libraryStream(caller.libraryId), 'any', [
    { id: randomUUID(), type: 'LinksEdited', data, metadata },
  ])
  const statuses: number[] = []
  for (let n = 0; n < 22; n++)
    statuses.push(
      (await api.call('POST', '/api/undo/preview', { as: caller, body: { commandId: act } })).status,
    )
  expect(statuses.indexOf(429)).toBe(20)
})

test.each([
  ['DELETE', '/api/links/none', 600],
  ['PATCH', '/api/links/none/favorite', 600],
  ['PATCH', '/api/links/none/archive', 600],
  ['PUT', '/api/links/none/collection', 600],
  ['POST', '/api/links/none/extraction', 120],
  ['POST', '/api/collections', 600],
  ['PUT', '/api/collections/none', 600],
  ['DELETE', '/api/collections/none', 600],
  ['POST', '/api/links', 600],
] as const)('%s %s is answered %i times a minute', async (method, path, limit) => {
  const caller = { userId: newKey(), libraryId: newKey(), sessionId: newKey() }
  const statuses: number[] = []
  for (let n = 0; n <= limit; n++) statuses.push((await api.call(method, path, { as: caller })).status)
  expect(statuses.indexOf(429)).toBe(limit)
})
