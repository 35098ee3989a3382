import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { consumers, ExtractJob, jobSubjects, streams } from '@lectern/contracts/jobs.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { consumeJobs, type Delivery } from '@lectern/platform/nats/consume-jobs.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase, startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { republishLostJobs } from './sweep.ts'

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
  const dir = (path: string) => new URL(path, import.meta.url).pathname
  await migrate(pool, { schema: 'content', dir: dir('../migrations') })
  await migrate(pool, { schema: 'projections', dir: dir('../../projectors/migrations/control') })
  await migrate(pool, { schema: 'read_v1', dir: dir('../../projectors/migrations/read') })
  await pool.query(
    `INSERT INTO projections.read_schemas (schema, version, state) VALUES ('read_v1', $1, 'current')`,
    [READ_VERSION],
  )
})
afterAll(async () => {
  await Promise.all([nats.close(), projectors.close(), pool.end()])
  await server.stop()
})
beforeEach(async () => {
  await pool.query('TRUNCATE read_v1.links, read_v1.articles, content.extraction_attempts')
  await (await projectors.jetstreamManager()).streams.delete(streams.jobs.name).catch(() => {})
  // Creates the stream and the consumer; taking the job empties them.
  await publish('r')
  await jobs(1)
})

let nextId = 1
const save = async (url: string, age = '5 minutes') => {
  nextId += 1
  await pool.query(
    `INSERT INTO read_v1.links (library_id, id, created_at, is_favorite, is_archived, article_id, url, title, tags)
     VALUES ($1, $2, now() - $3::interval, false, false, decode($4, 'hex'), $5, 't', '{}')`,
    [library, nextId, age, articleIdOf(url), url],
  )
}
const article = (url: string, status: string) =>
  pool.query(`INSERT INTO read_v1.articles (article_id, status) VALUES (decode($1, 'hex'), $2)`, [
    articleIdOf(url),
    status,
  ])

const publish = (requestId: string) =>
  publishJob(projectors, jobSubjects.extractInteractive, { articleId: 'a', url: 'u', requestId }, requestId)

const consume = (signal: AbortSignal, take: (job: ExtractJob, delivery: Delivery) => void) =>
  consumeJobs({ nats, consumer: consumers.extractInteractive, schema: ExtractJob, log, signal, take })

/** Takes a number of jobs from the queue. */
async function jobs(count: number): Promise<ExtractJob[]> {
  const stop = new AbortController()
  const taken: ExtractJob[] = []
  await consume(stop.signal, (job, { run }) => {
    if (taken.length === count) return
    void run(async () => {
      taken.push(job)
      if (taken.length === count) setImmediate(() => stop.abort())
    })
  })
  return taken
}
const waiting = async () =>
  (await (await projectors.jetstreamManager()).streams.info(streams.jobs.name)).state.messages

test('a link that waits without a job gets exactly one', async () => {
  await save('https://example.com/lost#part')
  await save('https://example.com/lost')
  await save('https://example.com/done')
  await article('https://example.com/done', 'ready')
  await save('https://example.com/new', '10 seconds')
  await republishLostJobs({ nats, pool, log }, new Set())
  const [job] = await jobs(1)
  expect(job).toMatchObject({
    url: 'https://example.com/lost',
    articleId: articleIdOf('https://example.com/lost'),
    askedBy: library,
    link: { libraryId: library },
  })
  await republishLostJobs({ nats, pool, log }, new Set())
  expect(await waiting()).toBe(0)
})

test('nothing is published while at least as many jobs are unfinished as articles wait', async () => {
  await publish('s')
  await save('https://example.com/waits')
  await republishLostJobs({ nats, pool, log }, new Set())
  expect(await waiting()).toBe(1)
})

test('a job that was put back is not lost', async () => {
  const stop = new AbortController()
  await publish('t')
  await consume(stop.signal, (_, { putBack }) => {
    putBack(60_000)
    stop.abort()
  })
  await save('https://example.com/put-back')
  await republishLostJobs({ nats, pool, log }, new Set())
  expect(await waiting()).toBe(1)
})

test('an article with a recent attempt gets no job; one with an old attempt keeps its request and so its attempts', async () => {
  await save('https://example.com/at-work')
  await save('https://example.com/died')
  await pool.query(
    `INSERT INTO content.extraction_attempts (article_id, request_id, attempts, touched_at)
     VALUES ($1, 'event-1', 1, now()), ($2, 'event-2', 1, now() - interval '10 minutes')`,
    [articleIdOf('https://example.com/at-work'), articleIdOf('https://example.com/died')],
  )
  await republishLostJobs({ nats, pool, log }, new Set())
  expect(await jobs(1)).toMatchObject([{ url: 'https://example.com/died', requestId: 'event-2' }])
  expect(await waiting()).toBe(0)
})

test('a retry gets a job when two sweeps found it waiting', async () => {
  await save('https://example.com/retry')
  await article('https://example.com/retry', 'pending')
  const seen = await republishLostJobs({ nats, pool, log }, new Set())
  expect(await waiting()).toBe(0)
  await republishLostJobs({ nats, pool, log }, seen)
  expect(await jobs(1)).toMatchObject([{ url: 'https://example.com/retry' }])
})
