import { randomUUID } from 'node:crypto'
import type { BringBackAnswer, DeletedLinkList } from '@lectern/contracts/api/deleted-links.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))

const BRING_BACK = '/api/deleted-links/bring-back'

const append = async (stream: string, type: string, facts: object) => {
  const data = { ...facts, at: new Date().toISOString() }
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  await gateway.store.append(stream, 'any', [{ id: randomUUID(), type, data, metadata }])
}

/** A new person, and what they ask. */
const aPerson = async () => {
  const name = `u${randomUUID().slice(0, 12)}`
  const person = { email: `${name}@example.org`, username: name, password: 'a quiet reading room' }
  const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: person })
  const ask = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const { status, text } = await gateway.ask({ method, path, body, headers }, cookies)
    return { status, body: JSON.parse(text) as T }
  }
  const save = (n: number, more: object = {}) =>
    ask<Link>('POST', '/api/links', { url: `https://example.com/${n}`, title: `Link ${n}`, ...more })
  const deleted = async (query = '') => (await ask<DeletedLinkList>('GET', `/api/deleted-links${query}`)).body
  const { rows } = await gateway.pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [
    person.email,
  ])
  const libraryId: string = rows[0].library_id
  const setLimit = (limit: number) =>
    append(libraryStream(libraryId), 'AllowanceChanged', { plan: 'free', limit, cause: randomUUID() })
  return { ask, save, deleted, setLimit, libraryId }
}

type Note = Record<string, unknown>
const factsOf = (notes: readonly Note[]) => notes.map(({ id: _, linkId: __, ...facts }) => facts)

it('a deleted link comes back as it was, with its notes and their dates and places', async () => {
  const { ask, save, deleted } = await aPerson()
  await ask('POST', '/api/collections', { name: 'Reading' })
  await save(1, { note: 'Why', tags: ['One', 'two'] })
  await ask('PATCH', '/api/links/1', { collectionId: 1 })
  await ask('PATCH', '/api/links/1/favorite', { isFavorite: true })
  await ask('PATCH', '/api/links/1/archive', { isArchived: true })
  const place = { position: { start: 3, end: 9 }, selectedText: 'a road', color: '#10B981' }
  await ask('POST', '/api/links/1/notes', { type: 'highlight', content: 'a road', ...place })
  await ask('POST', '/api/links/1/notes', { type: 'note', content: 'Mine', isPrivate: true })
  await ask('POST', '/api/links/1/notes', { type: 'note', content: 'Not this one' })
  await ask('PUT', '/api/notes/2', { content: 'Mine alone' })
  await ask('DELETE', '/api/notes/3')
  const link = (await ask<Link>('GET', '/api/links/1')).body
  const { body: notes } = await ask<Note[]>('GET', '/api/links/1/notes')
  expect(notes).toHaveLength(2)

  await ask('DELETE', '/api/links/1')
  const list = await deleted()
  expect(list).toMatchObject({ total: 1, nextCursor: null })
  expect(list.links[0]).toMatchObject({
    ...{ id: 1, title: 'Link 1', note: 'Why', tags: ['One', 'two'], collection: 'Reading' },
    ...{ isFavorite: true, isArchived: true, noteCount: 2, togetherCount: 1, createdAt: link.createdAt },
  })

  const { status, body } = await ask(`POST`, BRING_BACK, { linkIds: [1] })
  expect([status, body]).toEqual([
    200,
    { links: [{ deletedId: 1, id: 2 }], leftCount: 0, uncollectedCount: 0 },
  ])
  await expect
    .poll(async () => factsOf((await ask<Note[]>('GET', '/api/links/2/notes')).body), { timeout: 10_000 })
    .toEqual(factsOf(notes))
  expect((await ask<Link>('GET', '/api/links/2')).body).toEqual({ ...link, id: 2 })
  expect((await deleted()).links).toEqual([])
  const { acts } = (await ask<{ acts: object[] }>('GET', '/api/history?link=2')).body
  expect(acts).toMatchObject([{ kind: 'saved', isReturn: true, undo: 'possible' }])
})

it('a link comes back once, in the order of requests, and a repeated request has the same answer', async () => {
  const { ask, save } = await aPerson()
  await save(1)
  await ask('DELETE', '/api/links/1')
  const key = { 'idempotency-key': randomUUID() }
  const first = await ask(`POST`, BRING_BACK, { linkIds: [1] }, key)
  expect(first.status).toBe(200)
  expect(await ask('POST', BRING_BACK, { linkIds: [1] }, key)).toEqual(first)
  expect((await ask('POST', BRING_BACK, { linkIds: [1] })).status).toBe(404)
  expect((await ask('POST', BRING_BACK, { all: true })).status).toBe(404)
  expect((await ask<{ total: number }>('GET', '/api/links')).body.total).toBe(1)
})

it('what did not fit in one act is counted, also where the request is repeated', async () => {
  const { ask, libraryId, setLimit } = await aPerson()
  await setLimit(2_000)
  const links = Array.from({ length: 1_001 }, (_, n) => ({
    ...{
      from: n + 2_000,
      linkId: n + 1,
      url: `https://example.com/${n}`,
      urlKey: `example.com/${n}`,
      title: 'A',
    },
    ...{ titleFrom: 'person', note: null, tags: [], savedAt: new Date().toISOString(), isFavorite: false },
    ...{ isArchived: false, collectionId: null },
  }))
  await append(libraryStream(libraryId), 'LinksBroughtBack', { links })
  await ask('DELETE', '/api/links/bulk', { linkIds: [[1, 1_001]] })
  const key = { 'idempotency-key': randomUUID() }
  for (let time = 1; time <= 2; time++) {
    const { body } = await ask<BringBackAnswer>('POST', BRING_BACK, { all: true }, key)
    expect([body.links.length, body.leftCount]).toEqual([1_000, 1])
  }
})

it('a full library takes nothing back and loses nothing', async () => {
  const { ask, save, deleted, setLimit } = await aPerson()
  for (const n of [1, 2, 3]) await save(n)
  await ask('DELETE', '/api/links/bulk', { linkIds: [2, 3] })
  await setLimit(2)
  const refused = await ask('POST', BRING_BACK, { linkIds: [2, 3] })
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({ currentCount: 1, limit: 2, upgradeRequired: true })
  expect((await deleted()).total).toBe(2)
  expect((await ask('POST', BRING_BACK, { linkIds: [2] })).status).toBe(200)
})

it('a link whose collection is gone comes back into none, which the answer says', async () => {
  const { ask, save, deleted } = await aPerson()
  await ask('POST', '/api/collections', { name: 'Reading' })
  await save(1)
  await ask('PUT', '/api/links/1/collection', { collectionId: 1 })
  await ask('DELETE', '/api/links/1')
  await ask('DELETE', '/api/collections/1')
  expect((await deleted()).links).toMatchObject([{ collection: null }])
  const { body } = await ask<BringBackAnswer>('POST', BRING_BACK, { linkIds: [1] })
  expect(body.uncollectedCount).toBe(1)
  expect((await ask<Link>('GET', '/api/links/2')).body.collectionId).toBeNull()
})

it('a page that its person provided comes back with its link where it was read, and else that of the address does', async () => {
  const { ask, save, libraryId } = await aPerson()
  const shown = async (linkId: number) => {
    const { rows } = await gateway.pool.query(
      `SELECT encode(article_id, 'hex') AS id FROM ${await currentReadSchema(gateway.pool)}.links
       WHERE library_id = $1 AND id = $2`,
      [libraryId, linkId],
    )
    return rows[0]?.id
  }
  const html = '<html><body><p>For members</p></body></html>'
  for (const n of [1, 2]) {
    await save(n)
    expect((await ask('PUT', `/api/links/${n}/page`, { html })).status).toBe(202)
  }
  const url = 'https://example.com/1'
  const own = ownArticleIdOf(libraryId, 1, url)
  const page = { title: 'For members', author: null, siteName: null, publishedAt: null, excerpt: null }
  const found = { ...page, image: null, favicon: null, language: null, contentHash: 'a'.repeat(64), words: 2 }
  await append(articleStream(own), 'ArticleExtracted', { articleId: own, url, ...found })
  const isReady = async () => (await ask<Link>('GET', '/api/links/1')).body.extraction
  await expect.poll(isReady, { timeout: 10_000 }).toBe('ready')
  await ask('DELETE', '/api/links/bulk', { linkIds: [1, 2] })
  expect((await ask('POST', BRING_BACK, { all: true })).status).toBe(200)
  expect((await ask<Link>('GET', '/api/links/3')).body.extraction).toBe('ready')
  expect([await shown(3), await shown(4)]).toEqual([own, articleIdOf('https://example.com/2')])
})

it('what one act deleted comes back together, and undoing that deletes it again', async () => {
  const { ask, save, deleted } = await aPerson()
  for (const n of [1, 2, 3, 4]) await save(n)
  await ask('POST', '/api/links/2/notes', { type: 'note', content: 'A road' })
  await ask('DELETE', '/api/links/4')
  await ask('DELETE', '/api/links/bulk', { linkIds: [1, 2] })
  const { links } = await deleted()
  expect(links.map(({ id, togetherCount }) => [id, togetherCount])).toEqual([
    [2, 2],
    [1, 2],
    [4, 1],
  ])
  const key = randomUUID()
  const headers = { 'idempotency-key': key }
  const { body } = await ask('POST', BRING_BACK, { deletedAt: links[0]?.deletedAt }, headers)
  expect(body).toMatchObject({
    links: [
      { deletedId: 1, id: 5 },
      { deletedId: 2, id: 6 },
    ],
  })
  await ask('PATCH', '/api/links/5/favorite', { isFavorite: true })
  await expect
    .poll(async () => (await ask<Link>('GET', '/api/links/6')).body.noteCount, { timeout: 10_000 })
    .toBe(1)

  const undone = await ask('POST', '/api/undo', { commandId: key })
  expect(undone.body).toMatchObject({ restoredCount: 1, leftCount: 1, left: [{ id: 5 }], isDeletion: true })
  expect((await deleted()).links.map(({ id, noteCount }) => [id, noteCount])).toEqual([
    [6, 1],
    [4, 0],
  ])
  const { acts } = (await ask<{ acts: object[] }>('GET', '/api/history?kind=saves')).body
  expect(acts[0]).toMatchObject({ isReturn: true, linkCount: 2, undo: 'undone' })
  const again = await ask<BringBackAnswer>('POST', BRING_BACK, { linkIds: [6] })
  expect(again.body.links).toEqual([{ deletedId: 6, id: 7 }])
  await expect
    .poll(async () => (await ask<Link>('GET', '/api/links/7')).body.noteCount, { timeout: 10_000 })
    .toBe(1)
})

it('what is deleted for good does not come back: one, and all', async () => {
  const { ask, save, deleted } = await aPerson()
  for (const n of [1, 2, 3, 4, 5]) await save(n)
  await ask('DELETE', '/api/links/bulk', { linkIds: [1, 2, 3] })
  expect((await ask('DELETE', '/api/deleted-links', { linkIds: [1, 4, 99] })).body).toEqual({
    deletedCount: 1,
  })
  expect((await ask('POST', BRING_BACK, { linkIds: [1] })).status).toBe(404)
  expect((await deleted()).links.map(({ id }) => id)).toEqual([3, 2])
  const until = (await deleted()).links[0]?.deletedAt
  await ask('DELETE', '/api/links/5')
  const all = { all: true, until }
  expect((await ask('DELETE', '/api/deleted-links', all)).body).toEqual({ deletedCount: 2 })
  expect((await deleted()).links.map(({ id }) => id)).toEqual([5])
  expect((await ask('DELETE', '/api/deleted-links', { all: true })).body).toEqual({ deletedCount: 1 })
  expect((await deleted()).total).toBe(0)
  expect((await ask('DELETE', '/api/deleted-links', { all: true })).body).toEqual({ deletedCount: 0 })
  expect((await ask<{ total: number }>('GET', '/api/links')).body.total).toBe(1)
  const { acts } = (await ask<{ acts: object[] }>('GET', '/api/history?kind=deletions')).body
  expect(acts).toMatchObject([
    { isForGood: true, linkCount: 1 },
    { isForGood: true, linkCount: 2 },
    { linkCount: 1 },
    { isForGood: true, linkCount: 1 },
    { linkCount: 3 },
  ])
})

it('the list comes in pages', async () => {
  const { ask, save, deleted } = await aPerson()
  for (const n of [1, 2, 3]) await save(n)
  await ask('DELETE', '/api/links/bulk', { linkIds: [1, 3] })
  await ask('DELETE', '/api/links/2')
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: DeletedLinkList = await deleted(`?limit=1${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(3)
    ids.push(...page.links.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(ids).toEqual([2, 3, 1])
})

it.each([
  {},
  { linkIds: [] },
  { linkIds: [1], all: true },
  { all: false },
  { deletedAt: 'yesterday' },
  { deletedAt: '0000-01-01T00:00:00Z' },
  { linkIds: [[1, 60_000]] },
])('%j names no deleted links', async body => {
  const { ask } = await aPerson()
  for (const [method, path] of [
    ['POST', BRING_BACK],
    ['DELETE', '/api/deleted-links'],
  ] as const)
    expect((await ask(method, path, body)).status).toBe(400)
})
