import { randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { BulkExtractJob, ExtractJob, jobSubjects, streams } from '@lectern/contracts/jobs.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { listJobs } from '@lectern/platform/nats/list-jobs.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { ensureStreams } from '@lectern/platform/nats/streams.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase, startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { republishProvidedPages } from './extract-article/provided-pages.ts'
import { republishLostJobs, type Sweep } from './lost-jobs.ts'
import { addArticle, addLink, addReadModel } from './test-support/read-model.ts'

const log = pino({ level: 'silent' })
const library = '018f0000-0000-7000-8000-000000000001'
let server: TestNats
let nats: Nats
let projectors: Nats
let pool: Pool

beforeAll(async () => {
  server = await startNats()
  nats = await connectNats({ url: server.url('workers'), name: 'workers' })
  projectors = await connectNats({ url: server.url('projectors'), name: 'projectors' })
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrate(pool, { schema: 'content', dir: new URL('../migrations', import.meta.url).pathname })
  const uploads = new URL('../../command-api/migrations/uploads', import.meta.url).pathname
  await migrate(pool, { schema: 'uploads', dir: uploads })
  await addReadModel(pool)
})
afterAll(async () => {
  await Promise.all([nats.close(), projectors.close(), pool.end()])
  await server.stop()
})
beforeEach(async () => {
  await pool.query('TRUNCATE read_v1.links, read_v1.articles, content.extraction_attempts')
  await (await ensureStreams(projectors)).streams.purge(streams.jobs.name)
})

let nextId = 1
/** Adds a link and returns its id. */
const save = async (url: string, age?: string) => {
  nextId += 1
  await addLink(pool, library, nextId, url, age)
  return nextId
}
const article = (url: string, status: string) => addArticle(pool, articleIdOf(url), status)

const publish = (requestId: string) =>
  publishJob(projectors, jobSubjects.extractInteractive, { articleId: 'a', url: 'u', requestId }, requestId)

const sweep = (from?: Sweep) => republishLostJobs({ nats, pool, log }, from)
const sweepTwice = async () => sweep(await sweep())
const bulkJobs = () => listJobs(nats, jobSubjects.extractBulk, BulkExtractJob)
const interactiveJobs = () => listJobs(nats, jobSubjects.extractInteractive, ExtractJob)
const range = (firstLinkId: number, lastLinkId = firstLinkId) => ({
  libraryId: library,
  firstLinkId,
  lastLinkId,
})

test('links that wait without a job get one bulk job when two sweeps found them', async () => {
  const id = await save('https://example.com/lost')
  await save('https://example.com/done')
  await article('https://example.com/done', 'ready')
  await save('https://example.com/also-lost')
  await save('https://example.com/new', '10 seconds')
  const first = await sweep()
  expect(await bulkJobs()).toEqual([])
  await sweepTwice()
  await sweep(first)
  expect(await bulkJobs()).toEqual([{ ...range(id, id + 2), position: '0/0' }])
  expect(await interactiveJobs()).toEqual([])
})

test('a link whose bulk job is unfinished gets no other, and ranges leave it out', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await save(`https://example.com/range/${n}`))
  const [first = 0, , third = 0, , fifth = 0] = ids
  await publishJob(projectors, jobSubjects.extractBulk, { ...range(third), position: '1/1' }, 'alive')
  await sweepTwice()
  expect(await bulkJobs()).toMatchObject([range(third), range(first, first + 1), range(fifth - 1, fifth)])
  await sweepTwice()
  expect(await bulkJobs()).toHaveLength(3)
})

test('a bulk job spans 500 ids at most, and links of one library', async () => {
  const other = '018f0000-0000-7000-8000-000000000002'
  for (const id of [10_000, 10_499, 10_500]) await addLink(pool, library, id, `https://example.com/${id}`)
  await addLink(pool, other, 10_501, 'https://example.com/other')
  await sweepTwice()
  expect(await bulkJobs()).toMatchObject([
    range(10_000, 10_499),
    range(10_500),
    { ...range(10_501), libraryId: other },
  ])
})

test('nothing is published while at least as many interactive jobs are unfinished as links wait', async () => {
  await publish('s')
  await save('https://example.com/waits')
  await sweepTwice()
  expect(await bulkJobs()).toEqual([])
})

test('a retry gets an interactive job, which keeps the request of an attempt that did not end', async () => {
  const id = await save('https://example.com/retry#part')
  await article('https://example.com/retry', 'pending')
  await pool.query(
    'INSERT INTO content.extraction_attempts (article_id, request_id, attempts) VALUES ($1, $2, 1)',
    [articleIdOf('https://example.com/retry'), 'event-2'],
  )
  await sweepTwice()
  expect(await interactiveJobs()).toEqual([
    {
      articleId: articleIdOf('https://example.com/retry'),
      url: 'https://example.com/retry',
      requestId: 'event-2',
      askedBy: library,
      link: { libraryId: library, linkId: id, position: '0/0' },
    },
  ])
  expect(await bulkJobs()).toEqual([])
})

/** A link with an article of its own, whose page has waited for some time. @returns the page's id */
const provide = async (url: string, age: string) => {
  const linkId = await save(url)
  const pageId = randomUUID()
  await pool.query(`UPDATE read_v1.links SET article_id = decode($2, 'hex') WHERE id = $1`, [
    linkId,
    ownArticleIdOf(library, linkId, url),
  ])
  await pool.query(
    `INSERT INTO uploads.pages (id, library_id, link_id, html, created_at)
     VALUES ($1, $2, $3, '<html></html>', now() - $4::interval)`,
    [pageId, library, linkId, age],
  )
  return { pageId, linkId }
}

test('a provided page that lost its job gets another one, and its address is not fetched', async () => {
  const lost = await provide('https://example.com/members#part', '2 minutes')
  await provide('https://example.com/members/new', '1 second')
  const removed = await provide('https://example.com/removed', '2 minutes')
  await pool.query(`UPDATE read_v1.links SET article_id = decode($2, 'hex') WHERE id = $1`, [
    removed.linkId,
    articleIdOf('https://example.com/removed'),
  ])
  await article('https://example.com/removed', 'ready')
  await republishProvidedPages({ nats, pool, log })
  await republishProvidedPages({ nats, pool, log })
  expect(await interactiveJobs()).toMatchObject([
    { ...{ pageId: lost.pageId, url: 'https://example.com/members' }, link: { linkId: lost.linkId } },
  ])
  await sweepTwice()
  expect(await bulkJobs()).toEqual([])
})
