import { randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { PROVIDED_ARTICLE } from '@lectern/contracts/provided-article.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { type FixtureHost, fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLink, addReadModel, deleteLink } from '../test-support/read-model.ts'
import { startTestWorkers, type TestWorkers } from '../test-support/workers.ts'
import { deletePagesOfGoneLinks } from './provided-pages.ts'

const libraryId = randomUUID()
const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const pageWith = (content: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>For members</title></head><body><article>${content}</article></body></html>`

let site: FixtureHost
let workers: TestWorkers
let asked = 0

beforeAll(async () => {
  site = await fixtureHost({
    '/members': (_, response) => {
      asked += 1
      response.writeHead(401).end()
    },
  })
  workers = await startTestWorkers([site.host])
  const dir = new URL('../../../command-api/migrations/uploads', import.meta.url).pathname
  await migrate(workers.pool, { schema: 'uploads', dir })
  await addReadModel(workers.pool)
})
afterAll(async () => {
  await workers.stop()
  await site[Symbol.asyncDispose]()
})

let links = 0
/** A link whose page waits. @returns the job that reads it */
const provide = async (
  html: string | undefined,
  position = '1/1',
): Promise<ExtractJob & { pageId: string }> => {
  links += 1
  const linkId = links
  const url = site.url(`/members?${linkId}`)
  const [pageId, articleId] = [randomUUID(), ownArticleIdOf(libraryId, linkId, url)]
  await addLink(workers.pool, libraryId, linkId, url)
  await workers.pool.query(
    `UPDATE read_v1.links SET article_id = decode($3, 'hex') WHERE library_id = $1 AND id = $2`,
    [libraryId, linkId, articleId],
  )
  if (html !== undefined)
    await workers.pool.query(
      `INSERT INTO uploads.pages (id, library_id, link_id, html) VALUES ($1, $2, $3, $4)`,
      [pageId, libraryId, linkId, html],
    )
  const link = { libraryId, linkId, position }
  return { articleId, url, requestId: pageId, askedBy: libraryId, link, pageId }
}
const read = async (html: string | undefined, position?: string) => {
  const job = await provide(html, position)
  await workers.save(job)
  const [command] = await workers.outcomeOf(job.requestId)
  return { job, command }
}
const storedHtml = async (hash: unknown) =>
  (await workers.pool.query('SELECT html FROM content.documents WHERE hash = $1', [hash])).rows[0]?.html

test('a provided page is read without asking its site, for its link alone', async () => {
  const { job, command } = await read(pageWith(`<h1>For members</h1>${prose}<p>Secret of ${libraryId}</p>`))
  expect(command).toMatchObject({
    articleId: job.articleId,
    page: { libraryId, linkId: job.link?.linkId, pageId: job.pageId },
    outcome: { kind: 'extracted', title: 'For members' },
  })
  expect(job.articleId).not.toBe(articleIdOf(job.url))
  expect(asked).toBe(0)
})

test('a page that a program sent as an article keeps all of it, however short', async () => {
  const body =
    '<p>Text that only my browser could see.</p><p><a href="/more">More</a></p><script>x()</script>'
  const head = '<meta charset="utf-8"><title>Sent</title><meta name="author" content="Ada Poe">'
  const { command } = await read(
    `${PROVIDED_ARTICLE}<html lang="de"><head>${head}</head><body>${body}</body></html>`,
  )
  expect(command).toMatchObject({
    outcome: { kind: 'extracted', title: 'Sent', author: 'Ada Poe', language: 'de' },
  })
  const html = await storedHtml((command?.outcome as { contentHash?: string } | undefined)?.contentHash)
  expect(html).toContain('<p>Text that only my browser could see.</p>')
  expect(html).toContain('More</a>')
  expect(html).not.toContain('script')
})

test('a page that was read already, or is gone, is recorded as that once more', async () => {
  const job = await provide(pageWith(prose))
  await workers.save(job)
  await workers.outcomeOf(job.requestId)
  await workers.pool.query('DELETE FROM uploads.pages')
  await workers.save(job)
  await expect.poll(() => workers.recorded.filter(({ page }) => page?.pageId === job.pageId)).toHaveLength(2)
  expect(workers.recorded.at(-1)?.outcome.kind).toBe('extracted')
  const { command } = await read(undefined)
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason: 'gave-up' })
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src="x" onerror="alert(1)">',
  '<a href="javascript:alert(1)">a</a>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="/api/logout"><button>Go</button></form>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<style>@import "//evil.example"</style>',
].map(part => `${prose}${part}${prose}`)

test('a provided page goes through the sanitiser', async () => {
  const { command } = await read(pageWith(hostile.join('')))
  expect(command?.outcome.kind).toBe('extracted')
  const html = await storedHtml(command?.outcome.kind === 'extracted' && command.outcome.contentHash)
  expect(html).toContain('quick brown fox')
  expect(html).not.toMatch(
    /<(script|style|svg|math|form|iframe|template)|<[^>]*(onerror|javascript:|srcdoc)/i,
  )
})

test.each([
  ['1,000 nested elements', '<div>'.repeat(1_000), 'too-complex'],
  ['60,000 elements', '<b></b>'.repeat(60_000), 'too-complex'],
  ['a sign-in page', '<p>Sign in</p><form><input type="password"></form>', 'sign-in-required'],
])('a provided page of %s is a failure', async (_, content, reason) => {
  const { command } = await read(pageWith(content))
  expect(command?.outcome).toMatchObject({ kind: 'failed', reason })
})

test('the text of a provided page goes with its link, and that of a page that the site has shown stays', async () => {
  const only = await read(pageWith(`${prose}<p>Only here</p>`))
  const shared = await read(pageWith(`${prose}<p>Also on the site</p>`))
  const kept = await read(pageWith(`${prose}<p>Of a link that stays</p>`))
  const deleted = await read(pageWith(`${prose}<p>Of a link that can be brought back</p>`))
  const late = await read(pageWith(`${prose}<p>Of a link that can no longer be brought back</p>`))
  const back = await read(pageWith(`${prose}<p>Of a link that is back</p>`))
  // The read model is at 100/100, and does not know this link yet.
  const ahead = await read(pageWith(`${prose}<p>Of a link that is to come</p>`), '200/200')
  const hashOf = ({ command }: typeof only) =>
    command?.outcome.kind === 'extracted' ? command.outcome.contentHash : ''
  // The site has shown this text, also where it shows another one now.
  await workers.pool.query(
    `INSERT INTO read_v1.article_versions (article_id, content_hash, read_at) VALUES (decode($1, 'hex'), $2, now())`,
    [articleIdOf(shared.job.url), hashOf(shared)],
  )
  await workers.pool.query(`UPDATE content.provided_documents SET stored_at = now() - interval '2 hours'`)
  const idOf = ({ job }: typeof only) => job.link?.linkId ?? 0
  await deleteLink(workers.pool, libraryId, idOf(deleted), '29 days')
  await deleteLink(workers.pool, libraryId, idOf(late), '31 days')
  // It has a new id, and its page that of the one before.
  await workers.pool.query('UPDATE read_v1.links SET id = 999 WHERE id = $1', [idOf(back)])
  await workers.pool.query('DELETE FROM read_v1.links WHERE id NOT IN ($1, 999)', [idOf(kept)])
  await deletePagesOfGoneLinks(workers.pool)
  const all = [only, late, shared, kept, ahead, deleted, back]
  const stored = await Promise.all(all.map(each => storedHtml(hashOf(each))))
  expect(stored.map(html => html !== undefined)).toEqual([false, false, true, true, true, true, true])
})
