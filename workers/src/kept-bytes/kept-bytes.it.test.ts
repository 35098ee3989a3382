import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { serveHealth } from '@lectern/platform/process/serve-health.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLink, addReadModel } from '../test-support/read-model.ts'
import { dropUnneeded } from './drop-unneeded.ts'
import { measureLibraries } from './measure.ts'
import { watchLargest } from './watch-largest.ts'

let pool: Pool
beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 4 })
  const dir = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname
  await migrate(pool, { schema: 'content', dir: dir('workers/migrations') })
  for (const schema of ['identity', 'command', 'uploads'])
    await migrate(pool, { schema, dir: dir(`command-api/migrations/${schema}`) })
  await addReadModel(pool)
})
afterAll(() => pool.end())

/** Text that Postgres cannot make much smaller. */
const text = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 36) }, () => randomUUID())
    .join('')
    .slice(0, bytes)

const document = async (size = 100, askedBy: string | null = null): Promise<string> => {
  const hash = articleIdOf(randomUUID())
  await pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched, asked_by) VALUES ($1, $2, '', 1, '', $3)`,
    [hash, text(size), askedBy],
  )
  return hash
}
const version = (url: string, hash: string) =>
  pool.query(
    `INSERT INTO read_v1.article_versions (article_id, content_hash, read_at) VALUES (decode($1, 'hex'), $2, now())`,
    [articleIdOf(url), hash],
  )
const noteOn = (libraryId: string, hash: string) =>
  pool.query(
    `INSERT INTO read_v1.notes (library_id, id, link_id, type, content, color, is_private, anchor, created_at, updated_at, texts, revision)
     VALUES ($1, 1, 1, 'note', 'n', '#FBBF24', false, json_build_object('contentHash', $2::text), now(), now(), 'n', 1)`,
    [libraryId, hash],
  )
const isThere = async (hash: string) =>
  (await pool.query('SELECT FROM content.documents WHERE hash = $1', [hash])).rowCount === 1
const daysPass = (days: number) =>
  pool.query('UPDATE content.documents SET unneeded_since = unneeded_since - make_interval(days => $1)', [
    days,
  ])
const look = () => dropUnneeded(pool, '')

test('a text that nothing names goes after a day, and not before', async () => {
  const url = 'https://example.com/read'
  const [of, noted, unneeded, told] = [await document(), await document(), await document(), await document()]
  await version(url, of)
  await noteOn(randomUUID(), noted)
  await pool.query(
    `INSERT INTO content.extraction_attempts (article_id, request_id, outcome) VALUES ('a', 'b', json_build_object('contentHash', $1::text))`,
    [told],
  )
  await pool.query(
    `INSERT INTO content.article_images (article_id, content_hash, source, outcome) VALUES ('\\xaa', $1, 's', 'stored')`,
    [unneeded],
  )
  await look()
  await pool.query(`UPDATE content.documents SET unneeded_since = unneeded_since - interval '23 hours'`)
  await look()
  expect(await Promise.all([of, noted, unneeded, told].map(isThere))).toEqual([true, true, true, true])

  await pool.query(
    `INSERT INTO read_v1.parked_streams VALUES ('article-x', 'articles', $1, 'X', '1/1', 'why')`,
    [randomUUID()],
  )
  await daysPass(1)
  await look()
  expect(await isThere(unneeded)).toBe(true)
  await pool.query('DELETE FROM read_v1.parked_streams')
  await look()
  expect(await Promise.all([of, noted, unneeded, told].map(isThere))).toEqual([true, true, false, true])
  const pictures = await pool.query('SELECT FROM content.article_images WHERE content_hash = $1', [unneeded])
  expect(pictures.rowCount).toBe(0)
})

test('a text that comes back in time stays, and its day begins anew', async () => {
  const hash = await document()
  await look()
  await daysPass(2)
  await version('https://example.com/back', hash)
  await look()
  await pool.query('DELETE FROM read_v1.article_versions WHERE content_hash = $1', [hash])
  await look()
  expect(await isThere(hash)).toBe(true)
})

/** An account with its row. */
const account = async (events = 0) => {
  const [userId, libraryId] = [randomUUID(), randomUUID()]
  await pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1::uuid, $2, $1::text, $1::text, $1::text, $1::text, '')`,
    [userId, libraryId],
  )
  await pool.query('INSERT INTO command.kept_bytes (user_id, library_id, events) VALUES ($1, $2, $3)', [
    ...[userId, libraryId, events],
  ])
  return libraryId
}
const contentOf = async (libraryId: string) => {
  await pool.query("UPDATE command.kept_bytes SET measured_at = '-infinity' WHERE library_id = $1", [
    libraryId,
  ])
  await measureLibraries(pool, new AbortController().signal)
  const { rows } = await pool.query('SELECT content FROM command.kept_bytes WHERE library_id = $1', [
    libraryId,
  ])
  return rows[0].content as number
}

test('a library keeps its texts, those of links that are gone, noted ones, pictures and files', async () => {
  const [libraryId, other] = [await account(), await account()]
  expect(await contentOf(libraryId)).toBe(0)
  const sizes: number[] = []
  const grownBy = async () => {
    const size = await contentOf(libraryId)
    const grown = size - (sizes.at(-1) ?? 0)
    sizes.push(size)
    return Math.round(grown / 100_000)
  }
  const url = 'https://example.com/kept'
  await addLink(pool, libraryId, 1, url)
  for (let n = 0; n < 2; n += 1) await version(url, await document(100_000))
  expect(await grownBy()).toBe(2)
  await document(100_000, libraryId)
  expect(await grownBy()).toBe(1)
  await noteOn(libraryId, await document(300_000))
  expect(await grownBy()).toBe(3)
  await pool.query(`INSERT INTO content.images (hash, width, height, bytes) VALUES ('picture', 9, 9, 400000)`)
  for (const source of ['a', 'b'])
    await pool.query(
      `INSERT INTO content.article_images (article_id, content_hash, source, image, outcome)
       VALUES (decode($1, 'hex'), 'h', $2, 'picture', 'stored')`,
      [articleIdOf(url), source],
    )
  expect(await grownBy()).toBe(4)
  await pool.query(
    `INSERT INTO uploads.files (id, user_id, library_id, name, size) VALUES ($1, $1, $2, 'f', 500000)`,
    [randomUUID(), libraryId],
  )
  expect(await grownBy()).toBe(5)
  await pool.query('INSERT INTO uploads.pages (id, library_id, link_id, html) VALUES ($1, $2, 1, $3)', [
    ...[randomUUID(), libraryId, text(600_000)],
  ])
  expect(await grownBy()).toBe(6)
  expect(await contentOf(other)).toBe(0)
})

test('a text that it had read for others is theirs', async () => {
  const libraryId = await account()
  const url = 'https://example.com/of-others'
  await version(url, await document(100_000, libraryId))
  await addLink(pool, randomUUID(), 1, url)
  expect(await contentOf(libraryId)).toBe(0)
})

test('the internal health port shows how much the largest libraries keep, and whose they are to nobody', async () => {
  const libraryId = await account(9_000_000_000)
  const port = await freePort()
  const metrics = createMetrics('test')
  watchLargest(metrics, pool)
  const server = serveHealth({ port: port, host: '127.0.0.1' }, metrics, {
    started: { ready: async () => true },
  })
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const shown = await ask('/metrics')
  const largest = shown.split('\n').find(line => line.startsWith('lectern_largest_library_bytes{rank="1"'))
  expect(largest).toMatch(/ 9000000000$/)
  expect(shown).not.toContain(libraryId)
  expect(await ask('/readyz')).toBe('ok\n')
  server.close()
})
