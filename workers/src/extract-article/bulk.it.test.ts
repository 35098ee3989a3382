import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import type { ExtractJob, RecordArticle } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
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

const importedJob = (libraryId: string, linkId: number, url: string, position = '1/1'): ExtractJob => ({
  ...jobFor(url, `${libraryId}/${linkId}/bulk`, libraryId),
  link: { libraryId, linkId, position },
})

/** Adds links of these addresses to a new library, whose pages wait. */
async function imported(urls: readonly string[], libraryId = randomUUID() as string) {
  for (const [n, url] of urls.entries()) await addLink(workers.pool, libraryId, n + 1, url)
  await workers.bringIn(urls.map((url, n) => importedJob(libraryId, n + 1, url)))
  return libraryId
}
const onSites = (name: string, count: number) =>
  numbers(count).map(n => sites[n % 3]?.url(`/?${name}-${n}`) ?? '')
const askedFor = (name: string) =>
  sites.flatMap(site => site.asked).filter(path => path.startsWith(`/?${name}-`))
const recorded = (urls: readonly string[]) => workers.recorded.filter(({ url }) => urls.includes(url))
const unfinished = () => workers.waiting(workKinds.imported)

test('imported links are read once, also when a save is read before the rest and the worker ends in the middle', async () => {
  const urls = onSites('all', 60)
  const libraryId = await imported(urls)
  await expect.poll(() => askedFor('all').length, { timeout: 20_000 }).toBeGreaterThan(5)
  const before = askedFor('all').length
  const saved = sites[0]?.url('/?saved') ?? ''
  await addLink(workers.pool, libraryId, 100, saved)
  await workers.save(jobFor(saved, 'saved', libraryId))
  await workers.outcomeOf('saved')
  expect(askedFor('all').length).toBeLessThan(before + 10)

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
  expect(askedFor('all').length).toBeLessThanOrEqual(57 + 2)
  expect(new Set(recorded(urls).map(({ commandId }) => commandId)).size).toBe(57)
})

test('a host that hangs holds back its own links only, and no other library', async () => {
  const urls = onSites('mixed', 15)
  const own = await imported(
    numbers(40)
      .map(n => hanging.url(`/?${n}`))
      .concat(urls),
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
  await imported(urls, libraryId)
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
  const retried = ([linkId, url]: [number, string]) => ({
    ...importedJob(libraryId, linkId, url, '0/0'),
    ...{ requestId: `${libraryId}/retry/1/${articleIdOf(url)}`, retries: true },
  })
  const asked: [number, string][] = [
    [1, mended],
    [2, ready],
    [4, silent],
  ]
  for (let n = 0; n < 2; n += 1) await workers.bringIn(asked.map(retried))
  await expect.poll(() => recorded([mended, silent]).length, { timeout: 30_000 }).toBe(2)
  await expect.poll(unfinished, { timeout: 30_000 }).toBe(0)
  expect(recorded([mended])).toMatchObject([{ outcome: { kind: 'extracted' } }])
  expect(recorded([silent])).toMatchObject([{ outcome: { kind: 'failed', reason: 'not-found' } }])
  expect(askedFor('again')).toHaveLength(1)
})

test('a page is read before the read model has its link, and not where an article is there', async () => {
  const [late = '', failed = ''] = onSites('late', 2)
  const libraryId = randomUUID()
  await addArticle(workers.pool, articleIdOf(failed), 'failed')
  await addLink(workers.pool, libraryId, 2, failed)
  await workers.bringIn([importedJob(libraryId, 1, late, '200/200'), importedJob(libraryId, 2, failed)])
  await expect.poll(() => recorded([late]).length, { timeout: 20_000 }).toBe(1)
  await expect.poll(unfinished, { timeout: 20_000 }).toBe(0)
  expect(askedFor('late')).toHaveLength(1)
})
