import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { answersOk, until } from '@lectern/stack/probes.ts'
import { anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRowIn } from '../read-row.ts'
import { shownPageIn } from '../reading/shown-page.ts'
import { shownTitlesIn } from '../reading/shown-titles.ts'
import { linkTo, newKey, openTestLibrary, startCommandApi } from '../test-support/api.ts'

const calls = { appends: 0, reads: 0, statements: 0 }
const counting = (store: EventStore): EventStore => ({
  ...store,
  append: (...args) => {
    calls.appends += 1
    return store.append(...args)
  },
  readStream: (...args) => {
    calls.reads += 1
    return store.readStream(...args)
  },
})

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts, { faulty: counting }))
let projectors: ReturnType<typeof parts.run>

beforeAll(async () => {
  const health = await freePort()
  projectors = parts.run('projectors', { INTERNAL_PORT: String(health) })
  await until('projectors', () => answersOk(health, '/readyz'))
  api.pool.on('acquire', () => {
    calls.statements += 1
  })
})
afterAll(() => void projectors.kill('SIGKILL'))

/** What a call asked of the store and of Postgres. */
const counted = async <T>(call: () => Promise<T>): Promise<{ answer: T; took: typeof calls }> => {
  const before = { ...calls }
  const answer = await call()
  const { appends, reads, statements } = calls
  return {
    answer,
    took: {
      appends: appends - before.appends,
      reads: reads - before.reads,
      statements: statements - before.statements,
    },
  }
}

const save = (as: Caller, body: object) => api.call('POST', '/api/links', { as, body, key: newKey() })
const edit = (as: Caller, body: object) => api.call('PATCH', '/api/links/1', { as, body, key: newKey() })

/** Saves a link without a title, and has its page read, whose title is 'A page'. */
const saveRead = async (as: Caller, url: string) => {
  const saved = await save(as, { url })
  const page = anArticle(url)
  const event = { id: randomUUID(), metadata: {}, ...page.extracted() }
  await api.store.append(page.stream, 'any', [event])
  await until('the page', async () => (await save(as, { url })).text.includes('"title":"A page"'))
  return saved.body as { createdAt: string }
}

describe('an edit of a link', () => {
  it('is one append, and reads neither the store nor Postgres where the person typed the title', async () => {
    const caller = await openTestLibrary(api)
    const { createdAt } = (await save(caller, { ...linkTo('a'), tags: ['x'] })).body as { createdAt: string }
    const { answer, took } = await counted(() => edit(caller, { note: 'Why', tags: ['x', 'y'] }))
    const link = { id: 1, ...linkTo('a'), titleFrom: 'person', note: 'Why', createdAt }
    expect(answer).toMatchObject({ status: 200, body: link })
    expect(took).toEqual({ appends: 1, reads: 0, statements: 0 })
  })

  it('is one append and one statement to Postgres where its title is that of the page', async () => {
    const caller = await openTestLibrary(api)
    const url = 'https://example.com/a-long-road'
    const { createdAt } = await saveRead(caller, url)
    const { answer, took } = await counted(() => edit(caller, { note: 'Why' }))
    const link = { id: 1, url, title: 'A page', titleFrom: 'page', note: 'Why', createdAt }
    expect(answer).toMatchObject({ status: 200, body: link })
    expect(took).toEqual({ appends: 1, reads: 0, statements: 1 })
  })
})

describe('a save', () => {
  it('is answered to a client that names the link with what lists show of a page that was read before', async () => {
    const url = 'https://example.com/a-known-road'
    await saveRead(await openTestLibrary(api), url)
    const caller = await openTestLibrary(api)
    const { answer, took } = await counted(() => save(caller, { url, clientId: randomUUID() }))
    expect(answer).toMatchObject({ status: 201, body: { id: 1, url, title: 'A page', extraction: 'ready' } })
    expect(took).toEqual({ appends: 1, reads: 0, statements: 1 })
  })

  it('asks Postgres nothing for a client that does not, and a page that is new is not read yet', async () => {
    const caller = await openTestLibrary(api)
    const { took } = await counted(() => save(caller, linkTo('plain')))
    expect(took).toMatchObject({ appends: 1, statements: 0 })
    const named = await save(caller, { ...linkTo('named'), clientId: randomUUID() })
    expect(named.body).toMatchObject({ id: 2, title: linkTo('named').title, extraction: 'pending' })
  })
})

it('a title that nobody typed is that of the page where a link is named', async () => {
  const caller = await openTestLibrary(api)
  const url = 'https://example.com/another-road'
  const { createdAt } = await saveRead(caller, url)
  expect(await save(caller, { url })).toMatchObject({
    status: 409,
    body: { existingLink: { id: 1, title: 'A page', createdAt } },
  })
})

it("the gateway's user of the database may read what lists show of pages", async () => {
  const url = 'https://example.com/a-third-road'
  await saveRead(await openTestLibrary(api), url)
  const { DATABASE_URL = '' } = parts.env('gateway')
  const pool = connectPostgres({ url: DATABASE_URL, name: 'command-api', max: 1 })
  const texts = { url, urlKey: '', title: 'A third road', titleFrom: 'page', note: null } as const
  expect(await shownTitlesIn(readRowIn(pool))([texts, { ...texts, titleFrom: 'person' }])).toEqual([
    'A page',
    'A third road',
  ])
  expect(await shownPageIn(readRowIn(pool))(url)).toMatchObject({ title: 'A page', extraction: 'ready' })
  await pool.end()
})

it('a title of a page is that of the read model that serves, also where the one before is gone', async () => {
  const caller = await openTestLibrary(api)
  const url = 'https://example.com/a-moved-road'
  await saveRead(caller, url)
  const [first, second] = [await currentReadSchema(api.pool), `read_v${READ_VERSION}_99`]
  const serve = async (schema: string | undefined) => {
    await api.pool.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE state = 'current'`)
    await api.pool.query(`UPDATE projections.read_schemas SET state = 'current' WHERE schema = $1`, [schema])
  }
  await api.pool.query(`
    CREATE SCHEMA ${second};
    CREATE TABLE ${second}.articles AS SELECT article_id, 'Second' AS title FROM ${first}.articles
      WHERE article_id = decode('${articleIdOf(url)}', 'hex');
    INSERT INTO projections.read_schemas (schema, version, state) VALUES ('${second}', ${READ_VERSION}, 'previous')`)
  await serve(second)
  expect(await save(caller, { url })).toMatchObject({ body: { existingLink: { title: 'Second' } } })
  await serve(first)
  await api.pool.query(`DROP SCHEMA ${second} CASCADE`)
  expect(await save(caller, { url })).toMatchObject({ body: { existingLink: { title: 'A page' } } })
})
