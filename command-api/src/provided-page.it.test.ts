import { hash } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { PAGE_MAX } from '@lectern/contracts/limits.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { recordArticle } from './nats/record-article.ts'
import { providedPagesIn } from './reading/provided-pages.ts'
import { newKey, openTestLibrary, startCommandApi } from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const HTML = '<!DOCTYPE html><html><body><p>For members</p></body></html>'

const aLink = async () => {
  const caller = await openTestLibrary(api)
  const url = `https://example.com/${caller.libraryId}`
  await api.call('POST', '/api/links', { as: caller, body: { url, title: 'Members' } })
  return { caller, url }
}
const put = (
  as: Caller,
  html: string | Buffer = HTML,
  { link = 1, key }: { link?: number; key?: string } = {},
) => api.call('PUT', `/api/links/${link}/page`, { as, body: html, type: 'text/html', ...(key && { key }) })
/** Clients that were opened before pages came as bytes send JSON. */
const putAsJson = (as: Caller, html: unknown, key?: string) =>
  api.call('PUT', '/api/links/1/page', { as, body: { html }, ...(key && { key }) })
const eventsOf = async (stream: string) => {
  const events = []
  for await (const { type, data, metadata } of api.store.readStream(stream))
    events.push({ type, data, metadata } as {
      type: string
      data: Record<string, unknown>
      metadata: unknown
    })
  return events
}
const typesOf = async ({ libraryId }: Caller) =>
  (await eventsOf(libraryStream(libraryId)))
    .map(({ type }) => type)
    .filter(type => type.startsWith('LinkPage'))
const waiting = async ({ libraryId }: Caller) =>
  (await api.pool.query('SELECT id, link_id, html FROM uploads.pages WHERE library_id = $1', [libraryId]))
    .rows

/** A worker tells what it found in the page that waits. */
const record = async ({ libraryId }: Caller, url: string, isReadable = true) => {
  const [page] = await waiting({ libraryId } as Caller)
  const handler = recordArticle({
    ...api.aggregates,
    providedPages: providedPagesIn(api.pool, { isLow: () => false }),
  })
  const facts = {
    ...{ title: null, author: null, siteName: null, publishedAt: null },
    ...{ excerpt: null, image: null, favicon: null, language: null },
  }
  const outcome = isReadable
    ? ({ kind: 'extracted', ...facts, contentHash: hash('sha256', HTML), words: 2 } as const)
    : ({ kind: 'failed', reason: 'no-article', detail: '', page: null } as const)
  const articleId = ownArticleIdOf(libraryId, 1, url)
  const command = { commandId: `${page.id}/extracted`, articleId, url, outcome }
  const give = () => handler.handle({ ...command, page: { libraryId, linkId: 1, pageId: page.id } })
  await give()
  return { articleId, give, command, handler }
}

describe('PUT /api/links/{id}/page', () => {
  it('keeps the page for a worker, and has one effect when it is repeated', async () => {
    const { caller, url } = await aLink()
    const key = newKey()
    expect((await put(caller, HTML, { key })).status).toBe(202)
    expect((await put(caller, HTML, { key })).status).toBe(202)
    expect((await putAsJson(caller, HTML, key)).status).toBe(202)
    expect(await waiting(caller)).toEqual([{ id: expect.any(String), link_id: 1, html: HTML }])
    const [, event, ...more] = (await eventsOf(libraryStream(caller.libraryId))).filter(({ type }) =>
      type.startsWith('Link'),
    )
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'LinkPageProvided',
      data: { linkId: 1, texts: { url, ownArticle: ownArticleIdOf(caller.libraryId, 1, url) } },
    })
  })

  it.each([
    ['a PDF', '%PDF-1.7 …', 415],
    ['JSON', '{"a":"<b>"}', 415],
    ['an SVG image', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 415],
    ['bytes of a file', '<html>\0</html>', 415],
    ['more than 5 MB', `<html>${'x'.repeat(PAGE_MAX)}`, 413],
    ['more than a body may have', `<html>${'"'.repeat(2 * PAGE_MAX)}`, 413],
    [
      'more than 5 MB once its bytes are text',
      Buffer.from(`<html>${'\xff'.repeat(PAGE_MAX / 2)}`, 'latin1'),
      413,
    ],
  ])('refuses %s, and stores nothing', async (_, html, status) => {
    const { caller } = await aLink()
    expect((await put(caller, html)).status).toBe(status)
    expect(await waiting(caller)).toEqual([])
    expect(await typesOf(caller)).toEqual([])
  })

  it.each([
    ['nothing', null],
    ['values in place of a text', Array(9_000).fill({})],
    ['more values than a body may have', Array(10_000).fill({})],
  ])('refuses %s in JSON', async (_, html) => {
    const { caller } = await aLink()
    expect((await putAsJson(caller, html)).status).toBe(400)
  })

  it('takes a page of 5 MB, in JSON where quotes take two bytes each', async () => {
    const { caller } = await aLink()
    const largest = `<html>${'"'.repeat(PAGE_MAX - 100)}`
    expect((await put(caller, largest)).status).toBe(202)
    expect((await putAsJson(caller, largest)).status).toBe(202)
  })

  it('alone takes bytes of text/html', async () => {
    const { caller } = await aLink()
    const call = { as: caller, body: HTML, type: 'text/html' }
    expect((await api.call('PUT', '/api/links/1/position', call)).status).toBe(415)
  })

  it('knows no link of another person', async () => {
    const [mine, theirs] = [await aLink(), await openTestLibrary(api)]
    expect((await put(theirs)).status).toBe(404)
    expect((await put(mine.caller, HTML, { link: 2 })).status).toBe(404)
    expect(await waiting(theirs)).toEqual([])
  })

  it('is refused for a minute while 20 pages of the library wait', async () => {
    const { caller } = await aLink()
    for (let n = 0; n < 20; n += 1) expect((await put(caller)).status).toBe(202)
    const refused = await put(caller)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/^Too many pages wait/) })
    expect(await typesOf(caller)).toHaveLength(20)
  })
})

it('the outcome is in a stream of the link alone, once, and the page is not kept', async () => {
  const { caller, url } = await aLink()
  await put(caller)
  const { articleId, give, command, handler } = await record(caller, url)
  expect(await waiting(caller)).toEqual([])
  await give()
  expect(await eventsOf(articleStream(articleId))).toMatchObject([
    { type: 'ArticleExtracted', data: { contentHash: hash('sha256', HTML) } },
  ])
  expect(await eventsOf(articleStream(articleIdOf(url)))).toEqual([])
  await expect(handler.handle(command)).rejects.toThrow('The id is not that of the url.')
})

it('a page that was read is not read again from its address', async () => {
  const { caller, url } = await aLink()
  await put(caller)
  const { articleId } = await record(caller, url)
  const answer = await api.call('POST', '/api/links/1/reread', { as: caller })
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'This is the page as you saw it, which is not read again.' },
  })
  expect((await api.call('POST', '/api/links/1/extraction', { as: caller })).status).toBe(202)
  expect(await eventsOf(articleStream(articleId))).toHaveLength(1)
  expect(await eventsOf(articleStream(articleIdOf(url)))).toEqual([])
})

it('a page is given up by its person, or by a retry where it could not be read', async () => {
  const { caller, url } = await aLink()
  await put(caller)
  await record(caller, url, false)
  expect((await api.call('POST', '/api/links/1/extraction', { as: caller })).status).toBe(202)
  expect(await typesOf(caller)).toEqual(['LinkPageProvided', 'LinkPageRemoved'])

  await put(caller)
  for (let n = 0; n < 2; n += 1)
    expect((await api.call('DELETE', '/api/links/1/page', { as: caller })).status).toBe(200)
  expect(await typesOf(caller)).toEqual([
    ...['LinkPageProvided', 'LinkPageRemoved'],
    ...['LinkPageProvided', 'LinkPageRemoved'],
  ])
  const stranger = await openTestLibrary(api)
  expect((await api.call('DELETE', '/api/links/1/page', { as: stranger })).status).toBe(404)
})

it('an act of the extension says so in its events, and that of any other caller is of the web', async () => {
  const caller = await openTestLibrary(api)
  const save = (n: number, via?: string) =>
    api.call('POST', '/api/links', {
      as: caller,
      body: { url: `https://example.com/${n}`, title: 'Members' },
      ...(via && { via }),
    })
  await save(1, 'extension')
  await save(2, 'system')
  await save(3)
  await api.call('PUT', '/api/links/1/page', { as: caller, body: { html: HTML }, via: 'extension' })
  const events = await eventsOf(libraryStream(caller.libraryId))
  expect(events.slice(-4).map(({ metadata }) => (metadata as { via: string }).via)).toEqual([
    ...['extension', 'web', 'web', 'extension'],
  ])
})
