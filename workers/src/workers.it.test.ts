import { createHash } from 'node:crypto'
import {
  commandSubjects,
  consumers,
  type ExtractJob,
  jobSubjects,
  Preview,
  RecordArticle,
  streams,
  workSubjects,
} from '@lectern/contracts/jobs.ts'
import { loadConfig } from '@lectern/platform/config.ts'
import { createMetrics } from '@lectern/platform/metrics.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { answerRequests, ask, Refused } from '@lectern/platform/nats/request.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres.ts'
import { type FixtureHost, fixtureHost } from '@lectern/platform/safe-fetch/fixture-host.ts'
import { createDatabase, startNats, type TestNats } from '@lectern/stack/test-parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWorkers } from './run.ts'

const log = pino({ level: 'silent' })
const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const page = (title: string) =>
  `<html lang="en"><head><title>${title}</title><meta property="og:image" content="/cover.png">
   <meta property="og:site_name" content="Fixture"></head><body><article><h1>${title}</h1>${prose}</article></body></html>`

let server: TestNats
let site: FixtureHost
let projectors: Nats
let gateway: Nats
let pool: Pool
const stops: (() => Promise<unknown> | unknown)[] = []
const recorded: RecordArticle[] = []
let refuse: Refused | undefined
let busyTimes = 2

beforeAll(async () => {
  const databaseUrl = await createDatabase()
  server = await startNats()
  projectors = await connectNats({ url: server.url('projectors'), name: 'projectors' })
  gateway = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  pool = connectPostgres({ url: databaseUrl, name: 'test', max: 2 })
  site = await fixtureHost({
    '/good': page('A good page'),
    '/other': page('Another page'),
    '/cover.png': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
    '/deep': '<div>'.repeat(1_000),
    '/empty': '<html><body></body></html>',
    '/file.pdf': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/private': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    '/members': (_, response) => response.writeHead(401).end(),
  })
  // A host of its own: it is left alone while it is busy.
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    NATS_URL: server.url('workers'),
    EVENT_STORE_URL: 'esdb://unused',
    INTERNAL_SECRET: 'x'.repeat(32),
    FETCH_ALLOW_HOSTS: `${site.host},${busy.host}`,
  })
  const stopping = new AbortController()
  stops.push(() => stopping.abort())
  const started = await runWorkers({
    config,
    log,
    metrics: createMetrics('workers'),
    signal: stopping.signal,
    onStop: stop => stops.push(stop),
  })
  expect(await started.ready()).toBe(true)
  answerRequests({
    nats: gateway,
    subject: commandSubjects.recordArticle,
    queue: 'commands',
    schema: RecordArticle,
    atOnce: 4,
    log,
    handle: async command => {
      if (refuse) throw refuse
      recorded.push(command)
      return { ok: true, position: '1/1' }
    },
  })
})

const busy = await fixtureHost({
  '/page': (_, response) => {
    busyTimes -= 1
    if (busyTimes >= 0) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Not busy now'))
  },
})

afterAll(async () => {
  const [abort, ...rest] = stops
  await abort?.()
  for (const stop of rest.toReversed()) await stop()
  await Promise.all([projectors.close(), gateway.close(), pool.end()])
  await site[Symbol.asyncDispose]()
  await busy[Symbol.asyncDispose]()
  await server.stop()
})

const articleIdOf = (url: string) => createHash('sha256').update(url).digest('hex')
const jobFor = (url: string, requestId: string): ExtractJob => ({
  articleId: articleIdOf(url),
  url,
  requestId,
})
const publish = (job: ExtractJob, again = '') =>
  publishJob(projectors, jobSubjects.extractInteractive, job, `${job.requestId}/extract${again}`)

/** What was recorded for a request, once it is. */
async function outcomeOf(requestId: string) {
  const find = () => recorded.filter(command => command.commandId === `${requestId}/extracted`)
  await expect.poll(() => find().length).toBeGreaterThan(0)
  return find()
}

test('a page is fetched, read, kept and recorded', async () => {
  const job = jobFor(site.url('/good'), 'event-1')
  await publish(job)
  const [command] = await outcomeOf('event-1')
  expect(command).toMatchObject({
    articleId: job.articleId,
    url: job.url,
    outcome: {
      kind: 'extracted',
      title: 'A good page',
      siteName: 'Fixture',
      image: site.url('/cover.png'),
      language: 'en',
    },
  })
  if (command?.outcome.kind !== 'extracted') throw new Error('not extracted')
  const { rows } = await pool.query('SELECT html, words FROM content.documents WHERE hash = $1', [
    command.outcome.contentHash,
  ])
  expect(rows[0].html).toContain('The quick brown fox')
  expect(rows[0].words).toBe(command.outcome.words)
  expect(createHash('sha256').update(rows[0].html).digest('hex')).toBe(command.outcome.contentHash)
})

test('a job delivered again records the same, and asks the site once', async () => {
  const job = jobFor(site.url('/other'), 'event-2')
  await publish(job)
  await outcomeOf('event-2')
  await publish(job, '/again')
  await expect.poll(async () => (await outcomeOf('event-2')).length).toBe(2)
  const [first, second] = await outcomeOf('event-2')
  expect(second).toEqual(first)
  expect(site.asked.filter(path => path === '/other')).toHaveLength(1)
})

test.each([
  ['/deep', 'too-complex'],
  ['/empty', 'no-article'],
  ['/file.pdf', 'is-pdf'],
  ['/loop', 'too-many-redirects'],
  ['/private', 'blocked-address'],
  ['/members', 'sign-in-required'],
  ['/nowhere', 'not-found'],
])('%s fails with %s', async (path, reason) => {
  await publish(jobFor(site.url(path), `event${path}`))
  const [command] = await outcomeOf(`event${path}`)
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason })
})

test('a busy host is asked again when it wants to be', async () => {
  await publish(jobFor(busy.url('/page'), 'event-busy'))
  const [command] = await outcomeOf('event-busy')
  expect(command?.outcome).toMatchObject({ kind: 'extracted', title: 'Not busy now' })
  expect(busy.asked).toHaveLength(3)
})

test('a page that killed its reader 5 times is given up', async () => {
  const job = jobFor(site.url('/good?killer'), 'event-killer')
  await pool.query(
    'INSERT INTO content.extraction_attempts (article_id, request_id, attempts) VALUES ($1, $2, 5)',
    [job.articleId, job.requestId],
  )
  await publish(job)
  const [command] = await outcomeOf('event-killer')
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason: 'gave-up' })
})

test('a command that is refused for good ends in the dead letters', async () => {
  refuse = new Refused('unknown-article', 'No such article', false)
  await publish(jobFor(site.url('/good'), 'event-refused'))
  const manager = await projectors.jetstreamManager()
  await expect.poll(async () => (await manager.streams.info(streams.dead.name)).state.messages).toBe(1)
  refuse = undefined
  await expect
    .poll(async () => {
      const info = await manager.consumers.info(streams.jobs.name, consumers.extractInteractive.name)
      return info.num_pending + info.num_ack_pending
    })
    .toBe(0)
})

test('a preview is what the head of the page says, fetched once a day', async () => {
  const preview = () =>
    ask(gateway, workSubjects.preview, { url: site.url('/good?preview') }, Preview, { timeoutMs: 60_000 })
  expect(await preview()).toEqual({
    title: 'A good page',
    siteName: 'Fixture',
    image: site.url('/cover.png'),
    favicon: site.url('/favicon.ico'),
  })
  await preview()
  expect(site.asked.filter(path => path === '/good?preview')).toHaveLength(1)
  await passSince(site.url('/good?preview'), '23 hours')
  await preview()
  expect(site.asked.filter(path => path === '/good?preview')).toHaveLength(1)
})

test('a preview that failed is asked for again after a minute', async () => {
  const url = site.url('/nowhere?preview')
  const preview = () => ask(gateway, workSubjects.preview, { url }, Preview, { timeoutMs: 60_000 })
  const asked = () => site.asked.filter(path => path === '/nowhere?preview').length
  expect(await preview()).toEqual({ title: null, siteName: null, image: null, favicon: null })
  await passSince(url, '50 seconds')
  await preview()
  expect(asked()).toBe(1)
  await passSince(url, '20 seconds')
  await preview()
  expect(asked()).toBe(2)
})

test('a preview does not tell the fragment of an image that was asked for', async () => {
  const of = (url: string) => ask(gateway, workSubjects.preview, { url }, Preview, { timeoutMs: 60_000 })
  const { image } = await of(`${site.url('/cover.png')}#typed-by-mina`)
  expect(image).toBe(site.url('/cover.png'))
})

/** Makes a kept preview older. */
const passSince = (url: string, interval: string) =>
  pool.query('UPDATE content.previews SET fetched_at = fetched_at - $2::interval WHERE url = $1', [
    url,
    interval,
  ])
