import { randomFillSync, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { imageSources } from '@lectern/contracts/images.ts'
import { type ArticleOpened, type RecordArticle, workSubjects } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { type FixtureHost, fixtureHost, type Handler } from '@lectern/platform/test-support/fixture-host.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLink, addReadModel } from '../test-support/read-model.ts'
import { jobFor, startTestWorkers, type TestWorkers } from '../test-support/workers.ts'
import { adoptWishes, wish } from './wishes.ts'

const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const png = (width: number, height: number) =>
  sharp(randomFillSync(Buffer.alloc(width * height * 3)), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>'
const send =
  (type: string, body: Buffer | string): Handler =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

/** The addresses in the text of /hard, and what becomes of them. */
const hard: Record<string, string> = {
  '/photo.png': 'stored',
  '/untyped': 'stored',
  '/called-html.png': 'stored',
  '/drawing.png': 'failed',
  '/half.png': 'failed',
  '/bomb.png': 'failed',
  '/page.png': 'failed',
  '/pixel.gif': 'left-out',
  '/gone.png': 'failed',
  '/private.png': 'failed',
}
const page = (body: string, head = '') =>
  `<html lang="en"><head><title>A page</title>${head}</head><body><article><h1>A page</h1>${prose}${body}${prose}</article></body></html>`
const card = '<meta property="og:image" content="/cover.png"><link rel="icon" href="/icon.png">'

let site: FixtureHost
let workers: TestWorkers
let inline: string
const libraryId = randomUUID()
let links = 0

const project = async ({ articleId, outcome }: RecordArticle) => {
  const { kind, ...page } = outcome
  const facts = 'image' in page ? page : { image: null, favicon: null, contentHash: null }
  await workers.pool.query(
    `INSERT INTO read_v1.articles (article_id, status, content_hash, image, favicon)
     VALUES (decode($1, 'hex'), $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [articleId, kind === 'extracted' ? 'ready' : 'failed', facts.contentHash, facts.image, facts.favicon],
  )
}

beforeAll(async () => {
  const photo = await png(640, 360)
  const icon = await png(64, 64)
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  inline = `data:image/png;base64,${(await png(20, 10)).toString('base64')}`
  const texts = Object.keys(hard).map(path => `<p>Before.</p><img src="${path}">`)
  site = await fixtureHost({
    '/hard': page(`${texts.join('')}<img src="${inline}">`, card),
    '/imported': page('<p>See.</p><img src="/in-imported.png">', card),
    '/told': page('', '<meta property="og:image" content="/told.png">'),
    '/again': page('<p>See.</p><img src="/again.png">'),
    '/stopped': page('<p>See.</p><img src="/slow.png">'),
    // The first request gets no answer.
    '/slow.png': (request, response) => {
      if (asked('/slow.png') > 1) send('image/png', photo)(request, response)
    },
    '/first-of-site': page(''),
    '/second-of-site': page(''),
    // The first request is answered once there is a second one, or after a while.
    '/awaited.png': async (request, response) => {
      for (let waits = 0; asked('/awaited.png') < 2 && waits < 80; waits++) await pause(100)
      send('image/png', icon)(request, response)
    },
    '/cover.png': send('image/png', photo),
    '/told.png': send('image/png', photo),
    '/in-imported.png': send('image/png', photo),
    '/icon.png': send('image/png', icon),
    '/photo.png': send('image/png', photo),
    '/untyped': (_, response) => response.writeHead(200).end(photo),
    '/called-html.png': send('application/octet-stream', photo),
    '/drawing.png': send('image/png', svg),
    '/half.png': send('image/png', photo.subarray(0, photo.length / 2)),
    '/bomb.png': send('image/png', bomb),
    '/page.png': send('image/png', '<!doctype html><title>Sign in</title>'),
    '/pixel.gif': send('image/gif', pixel),
    '/private.png': (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/a.png' }).end(),
  })
  workers = await startTestWorkers([site.host], project)
  await addReadModel(workers.pool)
})
afterAll(async () => {
  await workers.stop()
  await site[Symbol.asyncDispose]()
})

/** Saves a link and waits until its page was read. @returns the stored HTML and its hash */
const save = async (path: string) => {
  const url = site.url(path)
  links += 1
  await addLink(workers.pool, libraryId, links, url)
  await workers.save(jobFor(url, `saved${path}`, libraryId))
  const [command] = await workers.outcomeOf(`saved${path}`)
  if (command?.outcome.kind !== 'extracted') throw new Error('not extracted')
  const { contentHash } = command.outcome
  const { rows } = await workers.pool.query('SELECT html FROM content.documents WHERE hash = $1', [
    contentHash,
  ])
  return { articleId: articleIdOf(url), contentHash, html: rows[0].html as string }
}
const outcomes = async (articleId: string) => {
  const { rows } = await workers.pool.query<{ source: string; outcome: string; image: string | null }>(
    `SELECT source, outcome, image FROM content.article_images WHERE article_id = decode($1, 'hex')`,
    [articleId],
  )
  return new Map(rows.map(row => [row.source, row]))
}
const cardOf = async (articleId: string) => {
  const { rows } = await workers.pool.query<{ role: string; widths: number[] }>(
    `SELECT role, array_agg(width ORDER BY width) AS widths FROM content.card_images
       JOIN content.image_copies ON hash = image WHERE article_id = decode($1, 'hex') GROUP BY role`,
    [articleId],
  )
  return Object.fromEntries(rows.map(({ role, widths }) => [role, widths]))
}
const wishesLeft = async () =>
  (
    await workers.pool.query(
      `SELECT FROM projections.work WHERE kind LIKE 'pictures-%' AND failed_at IS NULL`,
    )
  ).rows.length
const untilFetched = () => expect.poll(wishesLeft, { timeout: 20_000 }).toBe(0)
const open = (opened: Omit<ArticleOpened, 'libraryId'>) =>
  workers.gateway.publish(workSubjects.articleOpened, JSON.stringify({ ...opened, libraryId }))
const asked = (path: string) => site.asked.filter(each => each === path).length

test('a saved article gets copies of its pictures, and hard cases stop no other', async () => {
  const { articleId, html } = await save('/hard')
  expect(imageSources(html)).toHaveLength(Object.keys(hard).length + 1)
  await untilFetched()
  const found = await outcomes(articleId)
  const byPath = Object.keys(hard).map(path => [path, found.get(sourceOf(site.url(path)))?.outcome])
  expect(Object.fromEntries(byPath)).toEqual(hard)
  expect(found.get(sourceOf(inline))?.outcome).toBe('stored')
  expect(await cardOf(articleId)).toMatchObject({ lead: [400, 800, 1_600], favicon: [64] })
  // One file under four addresses is stored once.
  const { rows } = await workers.pool.query(
    'SELECT DISTINCT image FROM content.article_images WHERE image IS NOT NULL',
  )
  expect(rows).toHaveLength(2)
})

test('an imported link gets the pictures of its card, and the others once somebody opens it', async () => {
  const url = site.url('/imported')
  links += 1
  await addLink(workers.pool, libraryId, links, url)
  const link = { libraryId, linkId: links, position: '1/1' }
  await workers.bringIn([{ ...jobFor(url, `${libraryId}/${links}/bulk`, libraryId), link }])
  await expect.poll(() => workers.recorded.some(each => each.url === url), { timeout: 20_000 }).toBe(true)
  await untilFetched()
  const articleId = articleIdOf(url)
  expect(await cardOf(articleId)).toMatchObject({ favicon: [64] })
  expect(asked('/in-imported.png')).toBe(0)

  const { outcome } = workers.recorded.find(each => each.url === url) as RecordArticle
  const contentHash = outcome.kind === 'extracted' ? outcome.contentHash : ''
  open({ articleId, contentHash, lacksImages: true })
  await expect
    .poll(async () => (await outcomes(articleId)).get(sourceOf(site.url('/in-imported.png')))?.outcome)
    .toBe('stored')
  // The card of another article had the same favicon.
  expect(asked('/icon.png')).toBe(1)
})

test('articles of one site whose pictures are fetched at once all get its favicon', async () => {
  const saved = await Promise.all(['/first-of-site', '/second-of-site'].map(save))
  await untilFetched()
  const favicon = site.url('/awaited.png')
  const asks = { libraryId, kind: workKinds.opened, whole: false, lead: null, favicon }
  for (const [index, { articleId, contentHash }] of saved.entries()) {
    await wish(workers.pool, { ...asks, articleId, contentHash })
    await expect.poll(() => asked('/awaited.png'), { timeout: 15_000 }).toBe(index + 1)
  }
  for (const { articleId } of saved)
    await expect.poll(() => cardOf(articleId), { timeout: 15_000 }).toMatchObject({ favicon: [64] })
})

test('open tabs are told when a picture is there', async () => {
  const client = await workers.pool.connect()
  const told: string[] = []
  client.on('notification', ({ payload = '' }) => told.push(payload))
  await client.query('LISTEN lectern_read_model')
  await save('/told')
  const change = { libraryId, change: { what: ['extraction'], linkIds: [links] } }
  await expect.poll(() => told.map(payload => JSON.parse(payload).changes)).toContainEqual([change])
  await client.query('UNLISTEN *')
  client.release()
})

test('a picture that failed is not tried again at once, but after a day', async () => {
  const { articleId, contentHash } = await save('/again')
  await untilFetched()
  expect((await outcomes(articleId)).get(sourceOf(site.url('/again.png')))?.outcome).toBe('failed')
  const before = asked('/again.png')
  open({ articleId, contentHash, lacksImages: true })
  await workers.gateway.flush()
  await expect.poll(wishesLeft).toBe(0)
  expect(asked('/again.png')).toBe(before)
  await workers.pool.query(`UPDATE content.article_images SET tried_at = tried_at - interval '25 hours'`)
  open({ articleId, contentHash, lacksImages: true })
  await expect.poll(() => asked('/again.png')).toBe(before + 1)
  await untilFetched()
})

test('a picture whose worker was asked to end is fetched by the next one', async () => {
  const { articleId } = await save('/stopped')
  await expect.poll(() => asked('/slow.png')).toBe(1)
  await workers.restart()
  await untilFetched()
  expect((await outcomes(articleId)).get(sourceOf(site.url('/slow.png')))?.outcome).toBe('stored')
})

test('a picture that its site has no longer stays in a later version of the article', async () => {
  const articleId = articleIdOf(site.url('/again'))
  const source = sourceOf(site.url('/again.png'))
  const [{ hash }] = (await workers.pool.query('SELECT hash FROM content.images LIMIT 1')).rows
  await workers.pool.query(
    `INSERT INTO content.article_images (article_id, content_hash, source, image, outcome)
     VALUES (decode($1, 'hex'), 'older', $2, $3, 'stored')`,
    [articleId, source, hash],
  )
  await workers.pool.query(`UPDATE content.article_images SET tried_at = tried_at - interval '25 hours'`)
  const { rows } = await workers.pool.query(
    `SELECT content_hash AS "contentHash" FROM content.article_images WHERE content_hash <> 'older' AND source = $1`,
    [source],
  )
  open({ articleId, contentHash: rows[0].contentHash, lacksImages: true })
  await expect
    .poll(async () => {
      const { rows: now } = await workers.pool.query(
        'SELECT image FROM content.article_images WHERE content_hash = $1 AND source = $2',
        [rows[0].contentHash, source],
      )
      return now[0].image
    })
    .toBe(hash)
})

test('nothing is fetched for an article that nobody has any more, also of a wish of the version before', async () => {
  const url = site.url('/deleted')
  await workers.pool.query(
    `INSERT INTO content.image_wishes (article_id, library_id, rank, whole, lead)
     VALUES (decode($1, 'hex'), $2, 1, false, $3)`,
    [articleIdOf(url), libraryId, site.url('/of-deleted.png')],
  )
  await adoptWishes(workers.pool)
  expect((await workers.pool.query('SELECT FROM content.image_wishes')).rows).toEqual([])
  await untilFetched()
  expect(asked('/of-deleted.png')).toBe(0)
})
