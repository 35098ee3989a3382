import { Rejected } from '@lectern/contracts/api/errors.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { Aggregates } from '../aggregates.ts'
import { type LinkState, putLink } from '../domain/library/state.ts'
import { library } from '../domain/library.ts'
import { foldAll } from '../test-support/given.ts'
import { allowed, libraryId, opened, saved } from '../test-support/library.ts'
import { retryRoute } from './retry-pages.ts'

/** A Postgres in which every asked link failed. `added` are the links of the rows that were added. */
const postgres = () => {
  const added: number[] = []
  const query = async (text: string, values: unknown[] = []) => {
    if (text.includes('INSERT INTO projections.work'))
      added.push(...(values[4] as string[]).map(job => JSON.parse(job).link.linkId))
    if (text.includes("status = 'failed'"))
      return { rows: (values[1] as number[]).map(linkId => ({ linkId, url: `https://a.example/${linkId}` })) }
    return { rows: [{ schema: 'read_v1' }], rowCount: 1 }
  }
  const pool = { query, connect: async () => ({ query, release: () => {} }) } as unknown as Pool
  return { pool, added }
}

/** The call on a library with some links. */
const start = async (links: number, userId = 'u') => {
  const state = foldAll(library, [opened, allowed(null), saved(1)])
  for (let n = 2; n <= links; n += 1) putLink(state, n, state.links.get(1) as LinkState)
  const { pool, added } = postgres()
  const log = createLog('test', 'silent')
  const app = createHttpApp({ log })
  onTestFinished(() => app.close())
  app.addHook('onRequest', async request => {
    request.caller = { userId, libraryId, sessionId: 's' }
  })
  const libraries = {
    read: async (_id: string, read: (of: typeof state) => unknown) => read(state),
  } as unknown as Aggregates['libraries']
  const spent: { key: string; points: number | undefined; act: string | undefined }[] = []
  const limits = {
    ofCaller: () => async () => {},
    budget: (_name: string, { limit }: { limit: number }) => ({
      spend: async (key: string, _reply: unknown, points?: number, act?: string) => {
        spent.push({ key, points, act })
        if ((points ?? 1) > limit / 2 && spent.length > 2) throw new Rejected('too-many-requests')
      },
    }),
  } as unknown as Limits
  retryRoute(app, { libraries, pool, log, limits })
  const ask = async (linkIds: number[], key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/links/bulk/extraction', headers, payload: { linkIds } },
    } as const)
    return { status: answer.statusCode, body: answer.json() }
  }
  return { ask, added, spent }
}

it('asks for the links of the library alone', async () => {
  const { ask, added } = await start(3)
  expect(await ask([9, 3, 1, 3])).toEqual({ status: 202, body: { askedCount: 2 } })
  expect(added).toEqual([1, 3])
  expect(await ask([7, 8])).toEqual({ status: 202, body: { askedCount: 0 } })
  expect(added).toHaveLength(2)
})

it('pays for each link, under the key of the act, and adds nothing where that is refused', async () => {
  const { ask, added, spent } = await start(30_000)
  const all = Array.from({ length: 30_000 }, (_, n) => n + 1)
  expect((await ask(all, 'one')).status).toBe(202)
  expect((await ask(all, 'one')).status).toBe(202)
  const count = added.length
  expect(await ask(all, 'two')).toMatchObject({ status: 429 })
  expect(spent).toMatchObject([
    { key: 'u', points: 30_000 },
    { key: 'u', points: 30_000 },
    { key: 'u', points: 30_000 },
  ])
  const [first, again, other] = spent.map(({ act }) => act)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(added).toHaveLength(count)
})

it('pays anew for other links, and for another person, under the same key', async () => {
  const [mina, noah] = [await start(3, 'mina'), await start(3, 'noah')]
  await mina.ask([1], 'one')
  await mina.ask([2, 3], 'one')
  await noah.ask([1], 'one')
  const acts = [...mina.spent, ...noah.spent].map(({ act }) => act)
  expect(new Set(acts).size).toBe(3)
})
