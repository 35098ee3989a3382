import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { Aggregates } from '../aggregates.ts'
import { type LinkState, putLink } from '../domain/library/state.ts'
import { library } from '../domain/library.ts'
import { foldAll } from '../test-support/given.ts'
import { allowed, libraryId, opened, saved } from '../test-support/library.ts'
import { retryRoute } from './retry-pages.ts'

/** The call on a library with some links. `jobs` are those that were published. */
const start = async (links: number) => {
  const state = foldAll(library, [opened, allowed(null), saved(1)])
  for (let n = 2; n <= links; n += 1) putLink(state, n, state.links.get(1) as LinkState)
  const jobs: { linkIds: number[] }[] = []
  const publish = async (_subject: string, job: string) => jobs.push(JSON.parse(job).retry)
  const nats = { jetstream: () => ({ publish }) } as unknown as Nats
  const log = createLog('test', 'silent')
  const app = createHttpApp({ log })
  onTestFinished(() => app.close())
  app.addHook('onRequest', async request => {
    request.caller = { userId: 'u', libraryId, sessionId: 's' }
  })
  const libraries = {
    read: async (_id: string, read: (of: typeof state) => unknown) => read(state),
  } as unknown as Aggregates['libraries']
  retryRoute(app, { libraries, nats: () => nats, log, rateLimits: true })
  const ask = async (linkIds: number[], key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/links/bulk/extraction', headers, payload: { linkIds } },
    } as const)
    return { status: answer.statusCode, body: answer.json() }
  }
  return { ask, jobs }
}

it('asks for the links of the library alone', async () => {
  const { ask, jobs } = await start(3)
  expect(await ask([9, 3, 1, 3])).toEqual({ status: 202, body: { askedCount: 2 } })
  expect(jobs.map(({ linkIds }) => linkIds)).toEqual([[1, 3]])
  expect(await ask([7, 8])).toEqual({ status: 202, body: { askedCount: 0 } })
  expect(jobs).toHaveLength(1)
})

it('takes 50,000 links an hour, and a repetition under its key for nothing', async () => {
  const { ask, jobs } = await start(30_000)
  const all = Array.from({ length: 30_000 }, (_, n) => n + 1)
  expect((await ask(all, 'one')).status).toBe(202)
  expect((await ask(all, 'one')).status).toBe(202)
  const published = jobs.length
  expect(await ask(all, 'two')).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('60 minutes') },
  })
  expect(jobs).toHaveLength(published)
})
