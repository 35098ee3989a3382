import { randomUUID } from 'node:crypto'
import { Link, LinkContent } from '@lectern/contracts/api/links.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { REREAD_MAX_MS } from '@lectern/contracts/limits.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const [first, second, gone] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)]
const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`

beforeAll(() =>
  api.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched)
     VALUES ($1, '<p>First</p>', 'First', 400, ''), ($2, '<p>Second</p>', 'Second', 600, '')`,
    [first, second],
  ),
)

/** A library with the link 1, whose article has these events. */
const aReader = async () => {
  const caller = aCaller()
  const library = aLibrary(caller)
  const url = `https://example.com/${randomUUID()}`
  const article = anArticle(url)
  let last = await api.record(library.stream, [library.opened(), library.saved(1, { url })])
  const write = async (...events: ArticleEvent[]) => {
    last = await api.record(article.stream, events)
  }
  const ask = (query = '', as = caller) => api.get(`/api/links/1/content${query}`, { as, after: last })
  const content = async (query = '', as = caller) => LinkContent.parse((await ask(query, as)).body)
  return { caller, article, write, ask, content }
}

describe('GET /api/links/{id}/content', () => {
  it('the content of a link says which version it is, and gives the facts of the page', async () => {
    const { article, write, content } = await aReader()
    expect(await content()).toMatchObject({
      ...{ status: 'pending', content: null, contentHash: null, versions: [], position: null },
      ...{ isRereading: false, siteName: null },
    })
    await write(article.extracted(first, day(1)))
    expect(await content()).toMatchObject({
      ...{ status: 'ready', content: '<p>First</p>', contentHash: first, siteName: 'A site', language: 'en' },
      ...{ wordCount: 800, versions: [{ contentHash: first, readAt: day(1) }] },
    })
  })

  it('an earlier version of an article is given, and all are listed, newest first', async () => {
    const { article, write, ask, content } = await aReader()
    await write(article.extracted(first, day(1)), article.extracted(second, day(2)))
    const versions = [
      { contentHash: second, readAt: day(2) },
      { contentHash: first, readAt: day(1) },
    ]
    expect(await content()).toMatchObject({ content: '<p>Second</p>', contentHash: second, versions })
    expect(await content(`?version=${first}`)).toMatchObject({
      ...{ content: '<p>First</p>', contentHash: first, wordCount: 400, versions },
    })
    const message = 'This version of the article was not found.'
    expect(await ask(`?version=${gone}`)).toMatchObject({ status: 404, body: { message } })
    expect((await ask('?version=x')).status).toBe(400)
  })

  it('a version of another article is not found', async () => {
    const [{ article, write }, other] = [await aReader(), await aReader()]
    await write(article.extracted(first))
    await other.write(other.article.extracted(second))
    expect((await other.ask(`?version=${first}`)).status).toBe(404)
  })

  it('a reading position is given to its reader alone', async () => {
    const { caller, article, write, content } = await aReader()
    await write(article.extracted(first))
    await api.pool.query('INSERT INTO reading.positions VALUES ($1, 1, $2, 17, $3, $4)', [
      ...[caller.libraryId, caller.userId, first, day(3)],
    ])
    expect((await content()).position).toEqual({ offset: 17, contentHash: first, updatedAt: day(3) })
    expect((await content('', { ...caller, userId: randomUUID() })).position).toBeNull()
  })

  it('the content of a link says that its page is read again until that has ended, or must have been lost', async () => {
    const { article, write, content } = await aReader()
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    await write(article.extracted(first, day(1)), article.rereadRequested(ago(1_000)))
    expect(await content()).toMatchObject({ status: 'ready', contentHash: first, isRereading: true })
    await write(article.rereadEnded('timeout'))
    expect(await content()).toMatchObject({
      ...{ status: 'ready', contentHash: first, isRereading: false },
      rereadFailure: 'The site did not answer in time.',
    })
    await write(article.rereadRequested(ago(1_000)), article.rereadEnded())
    expect(await content()).toMatchObject({ contentHash: first, isRereading: false, rereadFailure: null })
    await write(article.rereadRequested(ago(1_000)), article.extracted(second, day(2)))
    expect(await content()).toMatchObject({ contentHash: second, isRereading: false })
    await write(article.rereadRequested(ago(REREAD_MAX_MS + 1)))
    expect((await content()).isRereading).toBe(false)
  })

  it('an article whose text is gone is failed until it is being read again', async () => {
    const { article, write, content } = await aReader()
    await write(article.extracted(gone))
    expect(await content()).toMatchObject({ status: 'failed', content: null, contentHash: null })
    await write(article.rereadRequested(new Date().toISOString()))
    expect(await content()).toMatchObject({ status: 'pending', reason: null })
    await write(article.rereadEnded('timeout'))
    expect(await content()).toMatchObject({ status: 'failed', reason: 'The site did not answer in time.' })
  })
})

describe('noteCount', () => {
  it('noteCount is the number of notes of the link, in lists, in searches and alone', async () => {
    const caller = aCaller()
    const [library, notebook] = [aLibrary(caller), aNotebook(caller.libraryId)]
    await api.record(library.stream, [library.opened(), library.saved(1), library.saved(2)])
    const counts = async (after: Position) => {
      const get = async (path: string) => (await api.get(path, { as: caller, after })).body
      const one = Link.parse(await get('/api/links/1')).noteCount
      const lists = [(await get('/api/links')).links, (await get('/api/links?q=link')).links]
      return [one, ...lists.map(links => links.map(({ id, noteCount }: Link) => [id, noteCount]))]
    }
    const all = (first: number, second: number) => [
      first,
      ...[1, 2].map(() => [
        [2, second],
        [1, first],
      ]),
    ]
    const taken = [notebook.taken(1, 1), notebook.taken(2, 1), notebook.taken(3, 2)]
    expect(await counts(await api.record(notebook.stream, taken))).toEqual(all(2, 1))
    expect(await counts(await api.record(notebook.stream, [notebook.deleted(2)]))).toEqual(all(1, 1))
    const cleared = notebook.highlightsCleared(2, [3])
    expect(await counts(await api.record(notebook.stream, [cleared]))).toEqual(all(1, 0))
  })
})

it('a link with another address keeps the texts that its notes are on, and no others', async () => {
  const { caller, article, write } = await aReader()
  await write(article.extracted(first, day(1)), article.extracted(second, day(2)))
  const anchor = { prefix: '', suffix: '', contentHash: first }
  const notebook = aNotebook(caller.libraryId)
  await api.record(notebook.stream, [notebook.taken(1, 1, { anchor })])
  const url = 'https://example.com/other'
  const library = aLibrary(caller)
  const after = await api.record(library.stream, [library.linkEdited(1, { url, urlKey: url })])
  const version = (hash: string) => api.get(`/api/links/1/content?version=${hash}`, { as: caller, after })
  const moved = await api.get('/api/links/1/content', { as: caller, after })
  expect(moved.body).toMatchObject({ status: 'pending', content: null })
  expect(await version(first)).toMatchObject({ status: 200, body: { content: '<p>First</p>' } })
  expect(await version(second)).toMatchObject({ status: 404 })
})
