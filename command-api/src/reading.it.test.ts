import { hash, randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { REREADS_OF_LINK, REREADS_OF_PERSON } from '@lectern/contracts/limits.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { deleteNotes } from './policies/delete-notes.ts'
import { positionsIn } from './reading/positions.ts'
import { providedPagesIn } from './reading/provided-pages.ts'
import { sharesIn } from './shares/shares.ts'
import { newKey, openTestLibrary, startCommandApi } from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const limited = duringTests(() => startCommandApi(parts, { rateLimits: true }))

/** Eleven characters of text. */
const HTML = '<p>Roads  are</p>\n<p>é</p>'

const extract = async (url: string, html: string, textLength: number | null) => {
  const contentHash = hash('sha256', html)
  await api.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched, text_length) VALUES ($1, $2, '', 1, '', $3)
     ON CONFLICT DO NOTHING`,
    [contentHash, html, textLength],
  )
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const { type, data } = anArticle(url).extracted(contentHash)
  await api.store.append(articleStream(articleIdOf(url)), 'any', [{ id: randomUUID(), type, data, metadata }])
  return contentHash
}

/** A library with the link 1, whose article has been read. */
const aReader = async ({ textLength = 11 }: { textLength?: number | null } = {}) => {
  const caller = await openTestLibrary(api)
  const url = `https://example.com/${caller.libraryId}`
  await api.call('POST', '/api/links', { as: caller, body: { url, title: 'Roads' } })
  // Each has a text of its own, so that none knows the length from another.
  const contentHash = await extract(url, `${HTML}<!-- ${url} -->`, textLength)
  return { caller, url, contentHash }
}

const put = (as: Caller, body: object, link: number | string = 1) =>
  api.call('PUT', `/api/links/${link}/position`, { as, body })
const take = (as: Caller, body: object) => api.call('POST', '/api/links/1/notes', { as, body })
const positionsOf = async ({ libraryId }: Caller) => {
  const { rows } = await api.pool.query(
    `SELECT link_id, user_id, text_offset, content_hash FROM reading.positions WHERE library_id = $1`,
    [libraryId],
  )
  return rows
}
const eventsOf = async (stream: string) => {
  const events = []
  for await (const { type, data } of api.store.readStream(stream)) events.push({ type, data })
  return events
}

describe('PUT /api/links/{id}/position', () => {
  it('keeps where each person is, and the last write wins', async () => {
    const { caller, contentHash } = await aReader()
    const other = { ...caller, userId: randomUUID() }
    expect((await put(caller, { offset: 11, contentHash })).status).toBe(204)
    expect((await put(caller, { offset: 4, contentHash })).status).toBe(204)
    expect((await put(other, { offset: 7, contentHash })).status).toBe(204)
    const row = { link_id: 1, content_hash: contentHash }
    expect(await positionsOf(caller)).toEqual(
      expect.arrayContaining([
        { ...row, user_id: caller.userId, text_offset: 4 },
        { ...row, user_id: other.userId, text_offset: 7 },
      ]),
    )
  })

  it.each([
    ['kept with the text', 11],
    ['counted, where the text is older', null],
  ])('refuses a position that is not in the text, whose length is %s', async (_, textLength) => {
    const { caller, contentHash } = await aReader({ textLength })
    const message = 'The position must be in the text'
    for (const offset of [12, -1, 1.5, 2 ** 40, '4'])
      expect(await put(caller, { offset, contentHash })).toMatchObject({ status: 400, body: { message } })
    expect(await positionsOf(caller)).toEqual([])
    expect((await put(caller, { offset: 11, contentHash })).status).toBe(204)
  })

  it('refuses a text that is no version of the article', async () => {
    const [{ caller }, { contentHash }] = [await aReader(), await aReader()]
    expect(await put(caller, { offset: 1, contentHash })).toMatchObject({
      status: 400,
      body: { message: 'The article has no such version.' },
    })
    expect((await put(caller, { offset: 1, contentHash: 'x' })).status).toBe(400)
    expect(await positionsOf(caller)).toEqual([])
  })

  it('takes one in an earlier version', async () => {
    const { caller, url, contentHash } = await aReader()
    await extract(url, '<p>-</p>', 1)
    expect((await put(caller, { offset: 11, contentHash })).status).toBe(204)
  })

  it('is 404 for a link that is not there, and goes with its link', async () => {
    const { caller, contentHash } = await aReader()
    await put(caller, { offset: 1, contentHash })
    for (const id of [99, 'x']) expect((await put(caller, { offset: 1, contentHash }, id)).status).toBe(404)
    await api.call('DELETE', '/api/links/1', { as: caller })
    expect((await put(caller, { offset: 1, contentHash })).status).toBe(404)
    const { libraryId } = caller
    const positions = positionsIn(api.pool)
    const providedPages = providedPagesIn(api.pool, { isLow: () => false })
    const parts = { ...api.aggregates, positions, providedPages, shares: sharesIn(api.pool) }
    await deleteNotes(parts, {
      commandId: newKey(),
      about: libraryId,
      links: [1],
      at: new Date().toISOString(),
    })
    expect(await positionsOf(caller)).toEqual([])
  })
})

describe('a note', () => {
  it('has its place in the version that it was made on', async () => {
    const { caller, url, contentHash } = await aReader()
    await extract(url, '<p>-</p>', 1)
    const highlight = { type: 'highlight', content: 'are', position: { start: 6, end: 9 } }
    const anchor = { prefix: 'Roads ', suffix: ' é', contentHash }
    expect(await take(caller, { ...highlight, anchor })).toMatchObject({ status: 201, body: { anchor } })
    // Half of a pair cannot be stored.
    const half = { ...anchor, suffix: '\u{1f600}'.slice(0, 1) }
    expect((await take(caller, { ...highlight, anchor: half })).body).toMatchObject({
      anchor: { suffix: '\ufffd' },
    })
    // Without a hash it is in the present text, which is shorter.
    expect(await take(caller, highlight)).toMatchObject({
      status: 400,
      body: { message: 'The position must be in the text' },
    })
  })

  it('is refused where its place is beyond the text', async () => {
    const { caller, contentHash } = await aReader()
    const anchor = { prefix: '', suffix: '', contentHash }
    for (const end of [12, 1_000_000])
      for (const more of [{}, { anchor }])
        expect(
          await take(caller, { type: 'quote', content: 'a', position: { start: 6, end }, ...more }),
        ).toMatchObject({ status: 400, body: { message: 'The position must be in the text' } })
    expect(await eventsOf(notebookStream(caller.libraryId))).toEqual([])
    const whole = { type: 'quote', content: 'a', position: { start: 0, end: 11 }, anchor }
    expect((await take(caller, whole)).status).toBe(201)
  })
})

describe('POST /api/links/{id}/reread', () => {
  const reread = (as: Caller, link: number | string = 1, key = newKey(), on = api) =>
    on.call('POST', `/api/links/${link}/reread`, { as, key })
  const requests = async (url: string) =>
    (await eventsOf(articleStream(articleIdOf(url)))).filter(({ type }) => type !== 'ArticleExtracted')

  it('asks once that the page be read again, and names the position that shows it', async () => {
    const { caller, url } = await aReader()
    const { status, body, headers } = await reread(caller)
    expect([status, body]).toEqual([202, { id: 1 }])
    expect(headers['lectern-position']).toMatch(/^\d+\/\d+$/)
    expect((await reread(caller)).status).toBe(202)
    const { libraryId } = caller
    expect(await requests(url)).toMatchObject([{ type: 'ArticleRereadRequested', data: { url, libraryId } }])
  })

  it('is what a retry asks for where the text is gone, and nothing where it is there', async () => {
    const { caller, url, contentHash } = await aReader()
    const retry = () => api.call('POST', '/api/links/1/extraction', { as: caller })
    expect((await retry()).status).toBe(202)
    expect(await requests(url)).toEqual([])
    await api.pool.query('DELETE FROM content.documents WHERE hash = $1', [contentHash])
    // A process remembers how long texts are.
    const restarted = await startCommandApi(parts)
    expect((await restarted.call('POST', '/api/links/1/extraction', { as: caller })).status).toBe(202)
    await restarted.stop()
    expect(await requests(url)).toMatchObject([{ type: 'ArticleRereadRequested' }])
  })

  it('is 404 for a link that is not there', async () => {
    const { caller } = await aReader()
    for (const id of [99, 'x']) expect((await reread(caller, id)).status).toBe(404)
  })

  it('is 429 more than 10 times an hour for a link, repetitions not counted', async () => {
    const { caller } = await aReader()
    for (let n = 0; n < REREADS_OF_LINK; n++) {
      const key = newKey()
      expect((await reread(caller, 1, key, limited)).status).toBe(202)
      expect((await reread(caller, 1, key, limited)).status).toBe(202)
    }
    const refused = await reread(caller, 1, newKey(), limited)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  })

  it('is 429 more than 100 times an hour for a person', async () => {
    const { caller } = await aReader()
    const links = REREADS_OF_PERSON / REREADS_OF_LINK + 1
    for (let n = 2; n <= links; n++)
      await api.call('POST', '/api/links', { as: caller, body: { url: `https://e.test/${n}`, title: 'a' } })
    const statuses = []
    for (let n = 0; n <= REREADS_OF_PERSON; n++)
      statuses.push((await reread(caller, (n % links) + 1, newKey(), limited)).status)
    expect(statuses).toEqual([...Array.from({ length: REREADS_OF_PERSON }, () => 202), 429])
  })
})
