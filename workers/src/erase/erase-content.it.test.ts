import { randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createDatabase } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentStore } from '../extract-article/content-store.ts'
import { addControl } from '../test-support/read-model.ts'
import { beforeErasures, eraseContent } from './erase-content.ts'

const schema = `read_v${READ_VERSION}`
let pool: Pool
beforeAll(async () => {
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 4 })
  await migrate(pool, { schema: 'content', dir: new URL('../../migrations', import.meta.url).pathname })
  await addControl(pool)
  await pool.query(`
    CREATE SCHEMA ${schema};
    INSERT INTO projections.read_schemas VALUES ('${schema}', ${READ_VERSION}, 'current');
    CREATE TABLE ${schema}.links (library_id uuid, id integer, article_id bytea);
    CREATE VIEW ${schema}.held_links AS SELECT * FROM ${schema}.links;
    CREATE TABLE ${schema}.article_versions (article_id bytea, content_hash text);
    CREATE TABLE ${schema}.checkpoints (lane text, position text);`)
})
afterAll(() => pool.end())

const hashOf = (text: string) => articleIdOf(text)
const link = (articleId: string) =>
  pool.query(`INSERT INTO ${schema}.links VALUES ($1, 1, decode($2, 'hex'))`, [randomUUID(), articleId])

/** An article with a text, a picture, a card and a wish. */
const article = async (name: string, { image = hashOf(`${name} image`), text = name } = {}) => {
  const [articleId, hash] = [articleIdOf(name), hashOf(text)]
  await pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, $2, 1, '') ON CONFLICT DO NOTHING`,
    [hash, text],
  )
  await pool.query(`INSERT INTO ${schema}.article_versions VALUES (decode($1, 'hex'), $2)`, [articleId, hash])
  await pool.query(`INSERT INTO content.images VALUES ($1, 9, 9, 9) ON CONFLICT DO NOTHING`, [image])
  await pool.query(
    `INSERT INTO content.article_images (article_id, content_hash, source, image, outcome)
     VALUES (decode($1, 'hex'), $2, 's', $3, 'stored')`,
    [articleId, hash, image],
  )
  await pool.query(
    `INSERT INTO content.card_images (article_id, role, source, image, outcome)
     VALUES (decode($1, 'hex'), 'lead', 's', $2, 'stored')`,
    [articleId, image],
  )
  await pool.query(
    `INSERT INTO projections.work (kind, key, library_id, job) VALUES ('pictures-saved', $1, 'x', '{}')`,
    [articleId],
  )
  await pool.query(
    `INSERT INTO content.extraction_attempts (article_id, request_id, outcome) VALUES ($1, $2, '{}')`,
    [articleId, name],
  )
  await pool.query(`INSERT INTO content.previews VALUES ($1, '{}')`, [name])
  return { articleId, url: name, hashes: [hash], image }
}

const left = async (texts: readonly string[]): Promise<string[]> => {
  const tables = [
    ...['documents', 'images', 'article_images', 'card_images', 'projections.work', 'extraction_attempts'],
    ...['previews', 'provided_documents', 'upload_previews', 'import_attempts'],
  ]
  const found: string[] = []
  for (const table of tables) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${table.includes('.') ? table : `content.${table}`} AS r WHERE EXISTS (
         SELECT FROM unnest($1::text[]) AS text WHERE strpos(r::text, text) > 0) LIMIT 1`,
      [texts],
    )
    if (rowCount) found.push(table)
  }
  return found
}

it('what nobody has a link with is erased, with everything that it has alone', async () => {
  const [libraryId, uploadId, importId] = [randomUUID(), randomUUID(), randomUUID()]
  const gone = await article('https://a.example/gone')
  const kept = await article('https://a.example/kept')
  const alike = await article('https://a.example/alike', {
    image: kept.image,
    text: 'https://a.example/kept',
  })
  await link(kept.articleId)
  await pool.query(
    `INSERT INTO content.provided_documents (article_id, hash, library_id, link_id) VALUES ('own', $1, $2, 1)`,
    [gone.hashes[0], libraryId],
  )
  await pool.query(`INSERT INTO content.upload_previews VALUES ($1, '{}')`, [uploadId])
  await pool.query('INSERT INTO content.import_attempts VALUES ($1, 1, 1)', [importId])
  const wanted = {
    ...{ libraryId, uploadIds: [uploadId], importIds: [importId] },
    articles: [gone, kept, alike].map(({ articleId, url, hashes }) => ({ articleId, url, hashes })),
  }
  const texts = [
    gone.articleId,
    gone.url,
    gone.hashes[0] as string,
    gone.image,
    libraryId,
    uploadId,
    importId,
  ]
  expect(await left(texts)).toHaveLength(10)
  for (let n = 0; n < 2; n += 1) await eraseContent(pool, wanted)
  expect(await left(texts)).toEqual([])
  expect(await left([alike.articleId, alike.url])).toEqual([])
  // A link was there when it was erased, so its text and its picture are whole.
  expect(await left([kept.articleId, kept.hashes[0] as string, kept.image])).toEqual([
    ...['documents', 'images', 'article_images', 'card_images', 'projections.work', 'extraction_attempts'],
  ])
})

it('a text stays that another article has, although the read model lacks it yet', async () => {
  const gone = await article('https://a.example/first', { text: 'text of both' })
  const hash = gone.hashes[0] as string
  const other = articleIdOf('https://a.example/second')
  await pool.query(
    `INSERT INTO content.extraction_attempts (article_id, request_id, outcome) VALUES ($1, 'second', $2)`,
    [other, { kind: 'extracted', contentHash: hash }],
  )
  const wanted = (articleId: string, hashes: string[]) => ({
    ...{ libraryId: randomUUID(), uploadIds: [], importIds: [] },
    articles: [{ articleId, url: 'https://a.example/', hashes }],
  })
  await eraseContent(pool, wanted(gone.articleId, [hash]))
  expect(await left([hash])).toEqual(['documents', 'extraction_attempts'])
  // The read model drops an article that was forgotten.
  await pool.query(`DELETE FROM ${schema}.article_versions WHERE content_hash = $1`, [hash])
  await eraseContent(pool, wanted(other, []))
  expect(await left([hash])).toEqual([])
})

it('a text that was read for nobody is not stored, and an erasure waits for one that is being stored', async () => {
  const { articleId, url, hashes } = await article('https://a.example/late')
  const outcome = { kind: 'failed', reason: 'timeout', detail: '', page: null } as const
  const document = { hash: hashOf('late text'), html: 'late text', text: 'late text', words: 2 }
  const askedBy = randomUUID()
  const finish = () => contentStore(pool).finish({ articleId, requestId: 'late', askedBy }, outcome, document)
  expect(await finish()).toBeUndefined()
  expect(await left(['late text'])).toEqual([])
  // A library that is there may have a link that the read model lacks.
  await pool.query(`INSERT INTO ${schema}.links VALUES ($1, 2, '')`, [askedBy])
  expect(await finish()).toEqual(outcome)
  await pool.query('DELETE FROM content.documents WHERE html = $1', ['late text'])
  await pool.query(`DELETE FROM ${schema}.links WHERE library_id = $1`, [askedBy])
  expect(await finish()).toBeUndefined()
  await link(articleId)
  expect(await finish()).toEqual(outcome)
  expect(await left(['late text'])).toEqual(['documents'])

  const storing = Promise.withResolvers<void>()
  const stored = inTransaction(pool, async client => {
    await beforeErasures(client)
    await storing.promise
    await client.query(`INSERT INTO content.previews VALUES ('https://a.example/late/2', '{}')`)
  })
  let isErased = false
  const erasing = eraseContent(pool, {
    ...{ libraryId: randomUUID(), uploadIds: [], importIds: [] },
    articles: [
      { articleId: articleIdOf('https://a.example/late/2'), url: 'https://a.example/late/2', hashes },
    ],
  }).then(() => {
    isErased = true
  })
  await expect
    .poll(
      async () =>
        (await pool.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
    )
    .toBe(1)
  expect(isErased).toBe(false)
  storing.resolve()
  await Promise.all([stored, erasing])
  expect(await left(['https://a.example/late/2'])).toEqual([])
  expect(url).toBeTruthy()
})
