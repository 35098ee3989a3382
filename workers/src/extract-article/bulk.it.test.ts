import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { consumers, type RecordArticle, streams } from '@lectern/contracts/jobs.ts'
import { unfinishedJobs } from '@lectern/platform/nats/job-health.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { type FixtureHost, fixtureHost, type Handler } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArticle, addLink, addReadModel } from '../test-support/read-model.ts'
import { jobFor, startTestWorkers, type TestWorkers } from '../test-support/workers.ts'

const page = `<title>A page</title><article>${'<p>The quick brown fox jumps over the lazy dog.</p>'.repeat(30)}</article>`
const pageMs = 50
const answer: Handler = (_, response) => {
  setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), pageMs)
}
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

let sites: FixtureHost[]
let hanging: FixtureHost
let workers: TestWorkers

const project = ({ articleId, outcome }: RecordArticle, pool: Pool) =>
  addArticle(pool, articleId, outcome.kind === 'extracted' ? 'ready' : 'failed')

beforeAll(async () => {
  sites = await Promise.all(numbers(3).map(() => fixtureHost({ '/': answer })))
  hanging = await fixtureHost({ '/': () => {} })
  workers = await startTestWorkers(
    [...sites, hanging].map(({ host }) => host),
    project,
  )
  await addReadModel(workers.pool)
})
afterAll(async () => {
  await workers.stop()
  for (const site of [...sites, hanging]) await site[Symbol.asyncDispose]()
})

/** Adds links of these addresses to a new library and publishes their bulk jobs. */
async function imported(urls: readonly string[], { ofJob = 20, libraryId = randomUUID() as string } = {}) {
  for (const [n, url] of urls.entries()) await addLink(workers.pool, libraryId, n + 1, url)
  for (let from = 0; from < urls.length; from += ofJob) {
    const links = { firstLinkId: from + 1, lastLinkId: Math.min(from + ofJob, urls.length) }
    await workers.publishBulk({ libraryId, ...links, position: '1/1' })
  }
  return libraryId
}
const onSites = (name: string, count: number) =>
  numbers(count).map(n => sites[n % 3]?.url(`/?${name}-${n}`) ?? '')
const asked = (name: string) =>
  sites.flatMap(site => site.asked).filter(path => path.startsWith(`/?${name}-`))
const recorded = (urls: readonly string[]) => workers.recorded.filter(({ url }) => urls.includes(url))
const unfinished = () => unfinishedJobs(workers.projectors, consumers.extractBulk.subject)

test('imported links are read once, also when a save is read before the rest and the worker ends in the middle', async () => {
  const urls = onSites('all', 60)
  const libraryId = await imported(urls)
  await expect.poll(() => asked('all').length, { timeout: 20_000 }).toBeGreaterThan(5)
  const before = asked('all').length
  const saved = sites[0]?.url('/?saved') ?? ''
  await addLink(workers.pool, libraryId, 100, saved)
  await workers.publish(jobFor(saved, 'saved', libraryId))
  await workers.outcomeOf('saved')
  expect(asked('all').length).toBeLessThan(before + 10)

  await workers.restart(() =>
    workers.pool.query('DELETE FROM read_v1.links WHERE library_id = $1 AND url = ANY($2)', [
      libraryId,
      urls.filter(url => !recorded([url])[0]).slice(-3),
    ]),
  )
  expect(recorded(urls).length).toBeLessThan(50)
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0)
  expect(new Set(recorded(urls).map(({ url }) => url)).size).toBe(57)
  // Two pages were being read when the worker ended.
  expect(asked('all').length).toBeLessThanOrEqual(57 + 2)
  expect(new Set(recorded(urls).map(({ commandId }) => commandId)).size).toBe(57)
})

test('a host that hangs holds back its own links only, and no other library', async () => {
  const urls = onSites('mixed', 15)
  const own = await imported(
    numbers(40)
      .map(n => hanging.url(`/?${n}`))
      .concat(urls),
    { ofJob: 10 },
  )
  const others = onSites('other', 5)
  await imported(others)
  await expect.poll(() => recorded(others).length, { timeout: 30_000 }).toBe(5)
  await expect.poll(() => recorded(urls).length, { timeout: 60_000 }).toBe(15)
  expect(hanging.asked.length).toBeLessThanOrEqual(3)
  expect(await unfinished()).toBeGreaterThan(0)
  // Nobody waits for them any more.
  await workers.pool.query('DELETE FROM read_v1.links WHERE library_id = $1', [own])
})

test('an imported page that killed its worker 5 times fails', async () => {
  const libraryId = randomUUID()
  const urls = onSites('killer', 2)
  const [killer = '', other = ''] = urls
  await workers.pool.query(
    'INSERT INTO content.extraction_attempts (article_id, request_id, attempts) VALUES ($1, $2, 5)',
    [articleIdOf(killer), `${libraryId}/1/bulk`],
  )
  await imported(urls, { libraryId })
  await expect.poll(() => recorded(urls).length, { timeout: 20_000 }).toBe(2)
  expect(recorded([killer])).toMatchObject([{ outcome: { kind: 'failed', reason: 'gave-up' } }])
  expect(recorded([other])).toMatchObject([{ outcome: { kind: 'extracted' } }])
})

test('a retry reads pages again that could not be read, once each, and leaves all others alone', async () => {
  const libraryId = randomUUID()
  const urls = onSites('again', 3)
  const [mended = '', ready = '', notNamed = ''] = urls
  const silent = sites[0]?.url('/nothing-here') ?? ''
  for (const [n, url] of [...urls, silent].entries()) await addLink(workers.pool, libraryId, n + 1, url)
  for (const url of [mended, notNamed, silent]) await addArticle(workers.pool, articleIdOf(url), 'failed')
  await addArticle(workers.pool, articleIdOf(ready), 'ready')
  const retry = { requestId: `${libraryId}/retry/1`, linkIds: [1, 2, 4] }
  await workers.publishBulk({ libraryId, firstLinkId: 1, lastLinkId: 4, position: '0/0', retry })
  await expect.poll(() => recorded([mended, silent]).length, { timeout: 30_000 }).toBe(2)
  await workers.pool.query(
    `UPDATE read_v1.articles SET status = 'ready' WHERE article_id = decode($1, 'hex')`,
    [articleIdOf(mended)],
  )
  await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
  expect(recorded([mended])).toMatchObject([{ outcome: { kind: 'extracted' } }])
  expect(recorded([silent])).toMatchObject([{ outcome: { kind: 'failed', reason: 'not-found' } }])
  expect(asked('again')).toHaveLength(1)
})

test('a job waits until the read model has its links', async () => {
  const libraryId = randomUUID()
  await workers.publishBulk({ libraryId, firstLinkId: 1, lastLinkId: 1, position: '200/200' })
  const url = onSites('late', 1)[0] ?? ''
  await addLink(workers.pool, libraryId, 1, url)
  const manager = await workers.projectors.jetstreamManager()
  const redelivered = async () =>
    (await manager.consumers.info(streams.jobs.name, consumers.extractBulk.name)).num_redelivered
  await expect.poll(redelivered, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(asked('late')).toEqual([])
  await workers.pool.query(`UPDATE read_v1.checkpoints SET position = '200/200'`)
  await expect.poll(() => recorded([url]).length, { timeout: 20_000 }).toBe(1)
})
