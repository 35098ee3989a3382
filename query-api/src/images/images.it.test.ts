import { createHash, randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { asking } from '@lectern/platform/test-support/callers.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const at = '2026-07-01T08:00:00.000Z'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Saves an article with this HTML for somebody. @returns the article and the position of the save */
const save = async (caller: Caller, html: string) => {
  const url = `https://example.com/${randomUUID()}`
  const articleId = articleIdOf(url)
  const contentHash = sha256(html)
  await api.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, '', 0, '') ON CONFLICT DO NOTHING`,
    [contentHash, html],
  )
  const facts = {
    title: 'A page',
    author: null,
    siteName: null,
    publishedAt: null,
    excerpt: null,
    language: null,
  }
  const page = { ...facts, image: 'https://cdn.example/lead.png', favicon: 'https://example.com/icon.png' }
  await api.record(articleStream(articleId), [
    { type: 'ArticleExtracted', data: { ...page, articleId, url, contentHash, words: 3, at } },
  ])
  const library = aLibrary({ libraryId: caller.libraryId, userId: caller.userId })
  const after = await api.record(library.stream, [
    library.opened(),
    library.saved(1, { url, title: 'A page' }),
  ])
  return { articleId, contentHash, after }
}

type Article = Awaited<ReturnType<typeof save>>

const store = async (name: string, copies: Record<number, string> = { 1600: name }) => {
  const hash = sha256(name)
  await api.pool.query(
    `INSERT INTO content.images (hash, width, height, bytes) VALUES ($1, 320, 200, 9) ON CONFLICT DO NOTHING`,
    [hash],
  )
  for (const [width, content] of Object.entries(copies))
    await api.pool.query(`INSERT INTO content.image_copies VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
      hash,
      width,
      Buffer.from(content),
    ])
  return hash
}
const putInText = (
  { articleId, contentHash }: Article,
  address: string,
  outcome: string,
  image: string | null,
) =>
  api.pool.query(
    `INSERT INTO content.article_images (article_id, content_hash, source, image, outcome) VALUES (decode($1, 'hex'), $2, $3, $4, $5)`,
    [articleId, contentHash, sha256(address), image, outcome],
  )
const putOnCard = ({ articleId }: Article, role: string, image: string) =>
  api.pool.query(
    `INSERT INTO content.card_images (article_id, role, source, image, outcome) VALUES (decode($1, 'hex'), $2, 'x', $3, 'stored')`,
    [articleId, role, image],
  )
/** @param path of an image */
const get = async (caller: Caller, path: string) => {
  const answer = await api.app.inject({
    method: 'GET',
    url: path,
    headers: asking({ caller }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

test('an article has our copies with their sizes, no trackers, and frames for what is missing', async () => {
  const ann = aCaller()
  const html =
    '<p>One</p><img src="https://cdn.example/a.png?x=1&amp;y=2" alt="A &quot;red&quot; house" width="5" height="5" />' +
    '<img src="https://t.example/pixel.gif" /><img src="https://cdn.example/gone.png" alt="A <b>" /><img src="https://cdn.example/new.png" />' +
    '<img src="data:image/png;base64,AAAA" /><p>Two &lt;img src="x"&gt;</p>'
  const article = await save(ann, html.replace('A <b>', 'A &lt;b&gt;'))
  const hash = await store('a')
  await putInText(article, 'https://cdn.example/a.png?x=1&y=2', 'stored', hash)
  await putInText(article, 'https://t.example/pixel.gif', 'left-out', null)
  await putInText(article, 'https://cdn.example/gone.png', 'failed', null)
  const { body } = await api.get('/api/links/1/content', { as: ann, after: article.after })
  expect(body.content).toBe(
    `<p>One</p><img src="/api/images/${hash}" alt="A &quot;red&quot; house" width="320" height="200">` +
      '<span data-image-missing="" data-source="https://cdn.example/gone.png" data-alt="A &lt;b&gt;"></span>' +
      '<span data-image-missing="" data-source="https://cdn.example/new.png"></span>' +
      '<span data-image-missing=""></span><p>Two &lt;img src="x"&gt;</p>',
  )
  expect(body.contentHash).toBe(article.contentHash)
})

test('the copies of one version are not shown in another', async () => {
  const ann = aCaller()
  const article = await save(ann, '<p>New</p><img src="https://cdn.example/a.png" />')
  await putInText(
    { ...article, contentHash: sha256('older') },
    'https://cdn.example/a.png',
    'stored',
    await store('a'),
  )
  const { body } = await api.get('/api/links/1/content', { as: ann, after: article.after })
  expect(body.content).toContain('data-image-missing')
})

test('cards have our copies in lists, searches and single links, and no address of another site', async () => {
  const ann = aCaller()
  const article = await save(ann, '<p>Text</p>')
  const ask = (path: string) => api.get(path, { as: ann, after: article.after })
  expect((await ask('/api/links/1')).body).toMatchObject({ previewImage: null, favicon: null })
  const [lead, icon] = [
    await store('lead', { 400: 'lead 400', 800: 'lead 800' }),
    await store('icon', { 64: 'icon' }),
  ]
  await putOnCard(article, 'lead', lead)
  await putOnCard(article, 'favicon', icon)
  const card = { previewImage: `/api/images/${lead}?w=400`, favicon: `/api/images/${icon}?w=64` }
  expect((await ask('/api/links/1')).body).toMatchObject(card)
  expect((await ask('/api/links')).body.links).toMatchObject([card])
  await expect.poll(async () => (await ask('/api/links?q=page')).body.links).toMatchObject([card])
  expect((await get(ann, card.previewImage)).text).toBe('lead 400')
  expect((await get(ann, `/api/images/${lead}?w=800`)).text).toBe('lead 800')
  expect((await get(ann, card.favicon)).text).toBe('icon')
})

test('a picture is private, never changes, and is shown to its readers alone', async () => {
  const [ann, ben] = [aCaller(), aCaller()]
  const article = await save(ann, '<img src="https://cdn.example/a.png" />')
  const hash = await store(`own ${article.articleId}`)
  await putInText(article, 'https://cdn.example/a.png', 'stored', hash)
  await api.get('/api/links/1', { as: ann, after: article.after })
  const { status, headers } = await get(ann, `/api/images/${hash}`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  // A width that the picture has no copy of.
  expect((await get(ann, `/api/images/${hash}?w=800`)).status).toBe(200)
  for (const path of [hash, `${hash}?w=400`]) expect((await get(ben, `/api/images/${path}`)).status).toBe(404)
  for (const path of [
    sha256('none'),
    hash.toUpperCase(),
    `${hash}0`,
    '1',
    `${hash}?w=7`,
    `${hash}?w=400&w=800`,
  ])
    expect([path, (await get(ann, `/api/images/${path}`)).status]).toEqual([path, 404])
})
