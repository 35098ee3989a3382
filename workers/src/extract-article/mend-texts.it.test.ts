import { createHash, randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { type FixtureHost, fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLink, addReadModel } from '../test-support/read-model.ts'
import { startTestWorkers, type TestWorkers } from '../test-support/workers.ts'
import { mendTexts } from './mend-texts.ts'

const libraryId = randomUUID()
const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const wrong = '<p>Look at <a href="https://map.example/">the map</image> of the <b>bay</b>.</p>'
const right = '<p>Look at <a href="https://map.example/">the map</a> of the <b>bay</b>.</p>'

let site: FixtureHost
let workers: TestWorkers
beforeAll(async () => {
  site = await fixtureHost({ '/page': `<title>Fog</title><article><h1>Fog</h1>${prose}${right}</article>` })
  workers = await startTestWorkers([site.host])
  await addReadModel(workers.pool)
})
afterAll(async () => {
  await workers.stop()
  await site[Symbol.asyncDispose]()
})

/** A stored text, which an article shows where an id is given. */
async function store(name: string, articleId?: string): Promise<string> {
  const html = `<p>${name}</p>${wrong}`
  const hash = createHash('sha256').update(html).digest('hex')
  await workers.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, 'x', 1, '')`,
    [hash, html],
  )
  if (articleId)
    await workers.pool.query(
      `INSERT INTO read_v1.articles (article_id, status, content_hash) VALUES (decode($1, 'hex'), 'ready', $2)`,
      [articleId, hash],
    )
  return hash
}
const storedHtml = async (hash: string) =>
  (await workers.pool.query('SELECT html FROM content.documents WHERE hash = $1', [hash])).rows[0]?.html

test('a text whose end tags are wrong is mended under its hash, and its page is read again', async () => {
  const [url, provided] = [site.url('/page'), site.url('/members')]
  await addLink(workers.pool, libraryId, 1, url)
  await addLink(workers.pool, libraryId, 2, provided)
  const ownArticle = ownArticleIdOf(libraryId, 2, provided)
  await workers.pool.query(
    `UPDATE read_v1.links SET article_id = decode($1, 'hex') WHERE library_id = $2 AND id = 2`,
    [ownArticle, libraryId],
  )
  const texts = {
    shown: await store('shown', articleIdOf(url)),
    provided: await store('provided', ownArticle),
    earlier: await store('earlier'),
  }
  const tools = { pool: workers.pool, log: pino({ level: 'silent' }) }
  await mendTexts(tools)
  for (const [name, hash] of Object.entries(texts))
    expect(await storedHtml(hash)).toBe(`<p>${name}</p>${right}`)

  const [command] = await workers.outcomeOf(`mended/${texts.shown}`)
  expect(command).toMatchObject({ articleId: articleIdOf(url), outcome: { kind: 'extracted' } })
  // Its pictures are fetched at once.
  expect(site.asked.filter(path => path !== '/favicon.ico')).toEqual(['/page'])
  await mendTexts(tools)
  expect(workers.recorded).toHaveLength(1)
})
