import { hash, randomUUID } from 'node:crypto'
import type { Note } from '@lectern/contracts/api/notes.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestLibrary, startCommandApi } from './test-support/api.ts'

const cost = { appends: 0, reads: 0, statements: 0 }
const counted = (store: EventStore): EventStore => ({
  ...store,
  append: (...args) => {
    cost.appends += 1
    return store.append(...args)
  },
  readStream: (...args) => {
    cost.reads += 1
    return store.readStream(...args)
  },
})

const parts = duringTests(startOwnParts)
/** With the rights that the service has. */
const api = duringTests(() => {
  const { DATABASE_URL: databaseUrl = '' } = parts.env('gateway')
  return startCommandApi({ ...parts, databaseUrl }, { faulty: counted })
})
/** Another process with the same streams. */
const other = duringTests(() => startCommandApi(parts))

let projectors: ReturnType<typeof parts.run>
let schema = ''

beforeAll(async () => {
  const health = await freePort()
  projectors = parts.run('projectors', { INTERNAL_PORT: String(health) })
  await until('projectors', () => answersOk(health, '/readyz'))
  schema = (await currentReadSchema(other.pool)) ?? ''
  const query = api.pool.query.bind(api.pool) as (...args: unknown[]) => unknown
  vi.spyOn(api.pool, 'query').mockImplementation(((...args: unknown[]) => {
    cost.statements += 1
    return query(...args)
  }) as typeof api.pool.query)
})
afterAll(() => void projectors.kill('SIGKILL'))

const shows = (table: string, where: string, values: unknown[]) =>
  until(`a row of ${table}`, async () => {
    const { rowCount } = await other.pool.query(`SELECT FROM ${schema}.${table} WHERE ${where}`, values)
    return rowCount === 1
  })
const showsNote = ({ libraryId }: Caller, id: number, content: string) =>
  shows('notes', 'library_id = $1 AND id = $2 AND content = $3', [libraryId, id, content])

const extract = async (url: string, html: string, textLength: number | null) => {
  const contentHash = hash('sha256', html)
  await other.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched, text_length) VALUES ($1, $2, '', 1, '', $3)`,
    [contentHash, html, textLength],
  )
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const { type, data } = anArticle(url).extracted(contentHash)
  await other.store.append(articleStream(articleIdOf(url)), 'any', [
    { id: randomUUID(), type, data, metadata },
  ])
  return contentHash
}

/** A library in memory and in the read models, with the link 1, whose article has been read, and the note 1. */
const aReader = async () => {
  const caller = await openTestLibrary(api)
  const url = `https://example.com/${caller.libraryId}`
  await api.call('POST', '/api/links', { as: caller, body: { url, title: 'Roads' } })
  const contentHash = await extract(url, `<p>Roads are é</p><!-- ${url} -->`, 11)
  await shows('links', 'library_id = $1', [caller.libraryId])
  await shows('article_versions', 'content_hash = $1', [contentHash])
  await take(caller, { type: 'note', content: 'First', isPrivate: true })
  await showsNote(caller, 1, 'First')
  return { caller, url, contentHash }
}

const take = (as: Caller, body: object) => api.call('POST', '/api/links/1/notes', { as, body })
const revise = (as: Caller, body: object, on = api) => on.call('PUT', '/api/notes/1', { as, body })
const highlight = (end: number, contentHash?: string) => ({
  ...{ type: 'highlight', content: 'are', position: { start: 6, end } },
  ...(contentHash && { anchor: { prefix: 'Roads ', suffix: ' é', contentHash } }),
})

const costOf = async (act: () => Promise<unknown>) => {
  Object.assign(cost, { appends: 0, reads: 0, statements: 0 })
  await act()
  return { ...cost }
}

it('is taken and revised by one append, without a read of the store, with one statement', async () => {
  const { caller, contentHash } = await aReader()
  const once = { appends: 1, reads: 0, statements: 1 }
  const texts = { selectedText: 'are', position: { start: 6, end: 9 } }
  let body: unknown
  const act = async (call: ReturnType<typeof take>) => ({ body } = await call)
  expect(await costOf(() => act(take(caller, highlight(9, contentHash))))).toEqual(once)
  expect(body).toMatchObject({ id: 2, ...texts, anchor: { contentHash } })
  expect(await costOf(() => act(take(caller, highlight(9))))).toEqual(once)
  expect(body).toMatchObject({ id: 3, ...texts, anchor: null })
  expect(await costOf(() => act(take(caller, { type: 'note', content: 'a' })))).toEqual(once)
  expect(body).toMatchObject({ id: 4, content: 'a', selectedText: null })

  for (const changes of [{ content: 'Second' }, { content: 'Third', color: '#000000' }]) {
    expect(await costOf(() => act(revise(caller, changes)))).toEqual(once)
    expect(body).toMatchObject({ id: 1, linkId: 1, type: 'note', isPrivate: true, ...changes })
  }
  await showsNote(caller, 1, 'Third')
  expect(await costOf(() => act(revise(caller, { isPrivate: false })))).toEqual(once)
  expect(body).toMatchObject({ content: 'Third', color: '#000000', isPrivate: false })
})

it('is answered as it is where the read model is behind', async () => {
  const { caller, contentHash } = await aReader()
  projectors.kill('SIGSTOP')
  try {
    await revise(caller, { content: 'Second' })
    expect((await revise(caller, { color: '#000000' })).body).toMatchObject({ content: 'Second' })
    const clientId = randomUUID()
    const { body } = await take(caller, { ...highlight(9, contentHash), clientId })
    const { id } = body as Note
    expect((await take(caller, { ...highlight(9, contentHash), clientId })).body).toEqual(body)
    const revised = await api.call('PUT', `/api/notes/${id}`, { as: caller, body: { isPrivate: true } })
    expect(revised.body).toMatchObject({ ...(body as Note), isPrivate: true, updatedAt: expect.any(String) })
  } finally {
    projectors.kill('SIGCONT')
  }
})

it('may be in a text that the read model does not have yet, and is refused beyond every text', async () => {
  const { caller, url, contentHash } = await aReader()
  projectors.kill('SIGSTOP')
  try {
    const latest = await extract(url, `<p>Roads are longer</p><!-- ${url} -->`, 16)
    expect((await take(caller, highlight(16, latest))).status).toBe(201)
    expect((await take(caller, highlight(16))).status).toBe(201)
    for (const refused of [highlight(17), highlight(17, latest), highlight(12, contentHash)])
      expect(await take(caller, refused)).toMatchObject({
        status: 400,
        body: { message: 'The position must be in the text' },
      })
    expect(await take(caller, highlight(9, 'c'.repeat(64)))).toMatchObject({
      status: 400,
      body: { message: 'The article has no such version.' },
    })
  } finally {
    projectors.kill('SIGCONT')
  }
})

it('may be in a text that is gone, and has the length of an older text counted', async () => {
  const { caller, url, contentHash } = await aReader()
  await other.pool.query('DELETE FROM content.documents WHERE hash = $1', [contentHash])
  const act = async () => expect((await take(caller, highlight(99, contentHash))).status).toBe(201)
  expect(await costOf(act)).toEqual({ appends: 1, reads: 0, statements: 1 })
  const older = await extract(url, `<p>Roads are é</p><!-- older ${url} -->`, null)
  await shows('article_versions', 'content_hash = $1', [older])
  expect((await take(caller, highlight(12, older))).status).toBe(400)
  expect((await take(caller, highlight(11, older))).status).toBe(201)
})

it('is refused on a link that another process deleted, and taken on one that it saved', async () => {
  const { caller } = await aReader()
  await other.call('POST', '/api/links', { as: caller, body: { url: 'https://example.com/2', title: 'Two' } })
  const onSecond = { as: caller, body: { type: 'note', content: 'a' } }
  expect((await api.call('POST', '/api/links/2/notes', onSecond)).status).toBe(201)
  await other.call('DELETE', '/api/links/1', { as: caller })
  await until('its row to go', async () => {
    const { rowCount } = await other.pool.query(
      `SELECT FROM ${schema}.links WHERE library_id = $1 AND id = 1`,
      [caller.libraryId],
    )
    return rowCount === 0
  })
  expect((await take(caller, { type: 'note', content: 'a' })).status).toBe(404)
})

it('is revised as another process left it', async () => {
  const { caller } = await aReader()
  await revise(caller, { content: 'Second', color: '#000000' }, other)
  expect((await revise(caller, { isPrivate: false })).body).toMatchObject({
    ...{ content: 'Second', color: '#000000', isPrivate: false },
  })
})

it('is decided and answered by events where the read model does not serve any more', async () => {
  const { caller, contentHash } = await aReader()
  const { caller: second } = await aReader()
  // Projectors do not go on after this.
  await other.pool.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE state = 'current'`)
  await other.call('DELETE', '/api/links/1', { as: second })
  expect((await take(second, { type: 'note', content: 'a' })).status).toBe(404)
  for (const end of [9, 9]) expect((await take(caller, highlight(end, contentHash))).status).toBe(201)
  expect((await take(caller, highlight(12, contentHash))).status).toBe(400)
  expect((await revise(caller, { isPrivate: false })).body).toMatchObject({ content: 'First' })
})
