import { createHash } from 'node:crypto'
import { Preview, workSubjects } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { ask } from '@lectern/platform/nats/request.ts'
import { type FixtureHost, fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobFor, startTestWorkers, type TestWorkers } from './test-support/workers.ts'

const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const page = (title: string) =>
  `<html lang="en"><head><title>${title} · Fixture</title><meta property="og:image" content="/cover.png">
   <meta property="og:site_name" content="Fixture"></head><body><article><h1>${title}</h1>${prose}</article></body></html>`

let site: FixtureHost
let workers: TestWorkers
let busyTimes = 2

beforeAll(async () => {
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
  workers = await startTestWorkers([site.host, busy.host])
})

// A busy host gets no other requests, so it is a host of its own.
const busy = await fixtureHost({
  '/page': (_, response) => {
    busyTimes -= 1
    if (busyTimes >= 0) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Not busy now'))
  },
})

afterAll(async () => {
  await workers.stop()
  await site[Symbol.asyncDispose]()
  await busy[Symbol.asyncDispose]()
})

test('a page is fetched, read, stored and recorded', async () => {
  const job = jobFor(site.url('/good'), 'event-1')
  await workers.save(job)
  const [command] = await workers.outcomeOf('event-1')
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
  const { rows } = await workers.pool.query('SELECT html, words FROM content.documents WHERE hash = $1', [
    command.outcome.contentHash,
  ])
  expect(rows[0].html).toContain('The quick brown fox')
  expect(rows[0].words).toBe(command.outcome.words)
  expect(createHash('sha256').update(rows[0].html).digest('hex')).toBe(command.outcome.contentHash)
})

test('a job that is added twice records the same outcome and fetches the page once', async () => {
  const job = jobFor(site.url('/other'), 'event-2')
  await workers.save(job)
  await workers.outcomeOf('event-2')
  // While its row is there the same job is added once.
  const rows = `SELECT FROM projections.work WHERE key = 'event-2'`
  await expect.poll(async () => (await workers.pool.query(rows)).rowCount).toBe(0)
  await workers.save(job)
  await expect.poll(async () => (await workers.outcomeOf('event-2')).length).toBe(2)
  const [first, second] = await workers.outcomeOf('event-2')
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
  await workers.save(jobFor(site.url(path), `event${path}`))
  const [command] = await workers.outcomeOf(`event${path}`)
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason })
})

test('a busy host is asked again after the pause that it names', async () => {
  await workers.save(jobFor(busy.url('/page'), 'event-busy'))
  const [command] = await workers.outcomeOf('event-busy')
  expect(command?.outcome).toMatchObject({ kind: 'extracted', title: 'Not busy now' })
  expect(busy.asked).toHaveLength(3)
})

test('a page that killed its reader 5 times fails', async () => {
  const job = jobFor(site.url('/good?killer'), 'event-killer')
  await workers.pool.query(
    'INSERT INTO content.extraction_attempts (article_id, request_id, attempts) VALUES ($1, $2, 5)',
    [job.articleId, job.requestId],
  )
  await workers.save(job)
  const [command] = await workers.outcomeOf('event-killer')
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason: 'gave-up' })
})

test('a row whose commands are refused for good is set aside with the reason, until an operator puts it back', async () => {
  workers.refusing.commands = () => true
  await workers.save(jobFor(site.url('/good'), 'event-refused'))
  const failed = async () =>
    (await workers.pool.query('SELECT key, reason FROM projections.work WHERE failed_at IS NOT NULL')).rows
  await expect.poll(failed).toEqual([{ key: 'event-refused', reason: 'No such article' }])
  expect(workers.commands.filter(({ commandId }) => commandId.startsWith('event-refused/'))).toMatchObject([
    { outcome: { kind: 'extracted' } },
    { outcome: { kind: 'failed', reason: 'gave-up', page: null } },
  ])
  expect(await workers.waiting(workKinds.saved)).toBe(0)
  delete workers.refusing.commands
  await workers.pool.query('UPDATE projections.work SET failed_at = NULL, failures = 0, due_at = now()')
  const [recorded] = await workers.outcomeOf('event-refused')
  expect(recorded?.outcome).toMatchObject({ kind: 'extracted' })
})

test('a row that is no job is set aside', async () => {
  await workers.pool.query(
    `INSERT INTO projections.work (kind, key, library_id, job) VALUES ('extract-interactive', 'odd', 'x', '{}')`,
  )
  const reason = async () =>
    (await workers.pool.query(`SELECT reason FROM projections.work WHERE key = 'odd'`)).rows[0]?.reason
  await expect.poll(reason).toContain('articleId')
})

test('a preview holds facts from the head of the page, which is fetched once a day', async () => {
  const preview = () =>
    ask(workers.gateway, workSubjects.preview, { url: site.url('/good?preview') }, Preview, {
      timeoutMs: 60_000,
    })
  expect(await preview()).toEqual({
    title: 'A good page',
    siteName: 'Fixture',
    image: site.url('/cover.png'),
    favicon: site.url('/favicon.ico'),
  })
  await preview()
  expect(site.asked.filter(path => path === '/good?preview')).toHaveLength(1)
  const nothing = await ask(workers.gateway, workSubjects.preview, { url: 'http://127.0.0.1/' }, Preview, {
    timeoutMs: 60_000,
  })
  expect(nothing.image).toBeNull()
  await passSince(site.url('/good?preview'), '23 hours')
  await preview()
  expect(site.asked.filter(path => path === '/good?preview')).toHaveLength(1)
})

test('a preview that failed is fetched again after a minute', async () => {
  const url = site.url('/nowhere?preview')
  const preview = () => ask(workers.gateway, workSubjects.preview, { url }, Preview, { timeoutMs: 60_000 })
  const asked = () => site.asked.filter(path => path === '/nowhere?preview').length
  expect(await preview()).toEqual({ title: null, siteName: null, image: null, favicon: null })
  await passSince(url, '50 seconds')
  await preview()
  expect(asked()).toBe(1)
  await passSince(url, '20 seconds')
  await preview()
  expect(asked()).toBe(2)
})

test('the preview of an image does not repeat the fragment of the address', async () => {
  const of = (url: string) =>
    ask(workers.gateway, workSubjects.preview, { url }, Preview, { timeoutMs: 60_000 })
  const { image } = await of(`${site.url('/cover.png')}#typed-by-mina`)
  expect(image).toBe(site.url('/cover.png'))
})

/** Makes a kept preview older. */
const passSince = (url: string, interval: string) =>
  workers.pool.query('UPDATE content.previews SET fetched_at = fetched_at - $2::interval WHERE url = $1', [
    url,
    interval,
  ])
