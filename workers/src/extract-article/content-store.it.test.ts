import { readFileSync } from 'node:fs'
import { searchQuery } from '@lectern/contracts/search-vector.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentStore, contentStore, isUnstorable } from './content-store.ts'

const migrations = new URL('../../migrations', import.meta.url).pathname
const request = (requestId: string) => ({ articleId: 'a', requestId })
const failed = { kind: 'failed', reason: 'timeout', detail: '', page: null } as const
let pool: Pool
let store: ContentStore

beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrate(pool, { schema: 'content', dir: migrations })
  store = contentStore(pool)
})
afterAll(() => pool.end())

test.each([
  ['too large', { ...failed, page: { title: 'x'.repeat(300_000) } }],
  ['not an outcome', { kind: 'read' }],
])('an outcome of an earlier version is forgotten and recorded anew: %s', async (name, outcome) => {
  await pool.query(
    'INSERT INTO content.extraction_attempts (article_id, request_id, attempts, outcome) VALUES ($1, $2, 1, $3)',
    ['a', name, JSON.stringify(outcome)],
  )
  expect(await store.outcomeOf(request(name))).toBeUndefined()
  expect(await store.finish(request(name), failed)).toEqual(failed)
  expect(await store.outcomeOf(request(name))).toEqual(failed)
  expect(await store.beginAttempt(request(name))).toBe(2)
})

test('postponements and attempts are counted apart', async () => {
  expect(await store.postpone(request('p'))).toBe(1)
  expect(await store.postpone(request('p'))).toBe(2)
  expect(await store.beginAttempt(request('p'))).toBe(1)
})

test.each([
  ['a NUL in the text', { hash: 'h', html: '<p>\0</p>', text: 't', words: 1 }, failed],
  ['half a character in the outcome', undefined, { ...failed, detail: '\ud800' }],
])('Postgres never stores %s', async (name, document, outcome) => {
  const error = await store.finish(request(name), outcome, document).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(isUnstorable(error)).toBe(true)
})

test('words that letters held together are found apart in documents that were stored before', async () => {
  const texts = ['Crème on Hawaiʻi', 'Crème brûlée']
  for (const [n, text] of texts.entries())
    await pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, '', $2, 3, $3)`,
      [`signs-${n}`, text, "'before':1"],
    )
  const sql = readFileSync(`${migrations}/0009-signs-that-were-letters.sql`, 'utf8')
  await pool.query(`SET search_path TO content; ${sql}; RESET search_path`)
  const found = async (typed: string) => {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT hash FROM content.documents WHERE searched @@ $1::tsquery AND hash LIKE 'signs-%'`,
      [searchQuery(typed)],
    )
    return rows.map(({ hash }) => hash)
  }
  expect(await found("hawai'i")).toEqual(['signs-0'])
  expect(await found('creme on hawaiʻi')).toEqual(['signs-0'])
  expect(await found('before')).toEqual(['signs-1'])
})
