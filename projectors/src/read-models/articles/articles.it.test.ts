import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const rowOf = async (id: string) => {
  const { rows } = await projections.pool.query(
    `SELECT * FROM ${projections.schema}.articles WHERE article_id = decode($1, 'hex')`,
    [id],
  )
  return rows[0]
}

it('an article has the columns of its last event', async () => {
  const article = anArticle('https://example.com/article')
  await projections.record(article.stream, [article.failed()])
  await projections.project()
  expect(await rowOf(article.id)).toMatchObject({ status: 'failed', reason: 'not-found', title: null })

  await projections.record(article.stream, [article.retried()])
  await projections.project()
  expect(await rowOf(article.id)).toMatchObject({ status: 'pending', reason: null })

  await projections.record(article.stream, [article.retried(), article.extracted()])
  await projections.project()
  expect(await rowOf(article.id)).toEqual({
    article_id: Buffer.from(article.id, 'hex'),
    status: 'ready',
    reason: null,
    content_hash: 'c'.repeat(64),
    words: 800,
    title: 'A page',
    author: 'An author',
    site_name: 'A site',
    favicon: null,
    image: null,
    excerpt: 'It says "so".',
    published_at: '2026-01-02',
    language: 'en',
    reread_at: null,
    reread_failure: null,
    sort_title: 'a page',
  })
})

const versionsOf = async (id: string) => {
  const { rows } = await projections.pool.query(
    `SELECT content_hash, read_at FROM ${projections.schema}.article_versions
     WHERE article_id = decode($1, 'hex') ORDER BY read_at DESC`,
    [id],
  )
  return rows.map(row => [row.content_hash, row.read_at.toISOString()])
}

it.each([1, 9])('a page that is read again keeps what it had, in batches of %i', async step => {
  const article = anArticle(`https://example.com/again/${step}`)
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
  const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`
  const record = async (...events: Parameters<typeof projections.record>[1]) => {
    for (let from = 0; from < events.length; from += step) {
      await projections.record(article.stream, events.slice(from, from + step))
      await projections.project()
    }
  }
  await record(article.extracted(a, day(1)), article.rereadRequested(day(2)))
  expect(await rowOf(article.id)).toMatchObject({
    ...{ status: 'ready', content_hash: a, title: 'A page', reread_at: new Date(day(2)) },
  })
  await record(article.rereadEnded('timeout'))
  expect(await rowOf(article.id)).toMatchObject({
    status: 'ready',
    content_hash: a,
    reread_at: null,
    reread_failure: 'timeout',
  })

  await record(article.rereadRequested(day(3)), article.extracted(b, day(3)))
  expect(await rowOf(article.id)).toMatchObject({ content_hash: b, reread_at: null, reread_failure: null })
  expect(await versionsOf(article.id)).toEqual([
    [b, day(3)],
    [a, day(1)],
  ])
  await record(article.extracted(a, day(4)))
  expect(await versionsOf(article.id)).toEqual([
    [a, day(4)],
    [b, day(3)],
  ])
})

it.each([1, 9])('a version that is dropped goes, and may come back, in batches of %i', async step => {
  const article = anArticle(`https://example.com/dropped/${step}`)
  const [a, b, c] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
  const day = (n: number) => `2026-03-0${n}T10:00:00.000Z`
  const events = [
    ...[article.extracted(a, day(1)), article.extracted(b, day(2)), article.extracted(c, day(3))],
    ...[article.versionsDropped([a, b]), article.extracted(a, day(4))],
  ]
  for (let from = 0; from < events.length; from += step) {
    await projections.record(article.stream, events.slice(from, from + step))
    await projections.project()
  }
  expect(await versionsOf(article.id)).toEqual([
    [a, day(4)],
    [c, day(3)],
  ])
})

it.each([1, 20])(
  'links are sorted by the titles and the words that lists show, in batches of %i',
  async step => {
    const library = aLibrary()
    const article = anArticle(`https://example.com/order/${library.id}`)
    const url = `https://example.com/order/${library.id}`
    const untyped = { url, title: 'Words', titleFrom: 'page' as const }
    const events = [
      [library.stream, library.opened()],
      [library.stream, library.saved(1, untyped)],
      [library.stream, library.saved(2, { url, title: 'Écrit' })],
      [article.stream, article.extracted('c'.repeat(64))],
      [library.stream, library.saved(3, untyped)],
      [library.stream, library.imported([4, 5, 6])],
      [library.stream, library.linkEdited(4, { url, titleFrom: 'page' })],
      [library.stream, library.deleted(5)],
      [library.stream, library.bulkDeleted([6])],
      [library.stream, library.linkEdited(3, { title: 'Mine' }, url)],
    ] as const
    for (const [n, [stream, event]] of events.entries()) {
      await projections.record(stream, [event])
      if (n % step === 0) await projections.project()
    }
    await projections.project()
    const read = async () => {
      const { rows } = await projections.pool.query(
        `SELECT id, title, words FROM ${projections.schema}.link_order WHERE library_id = $1 ORDER BY id`,
        [library.id],
      )
      return rows.map(row => [row.id, row.title, row.words])
    }
    expect(await read()).toEqual([
      [1, 'a page', 800],
      [2, 'ecrit', 800],
      [3, 'mine', 800],
      [4, 'a page', 800],
    ])
    await projections.record(article.stream, [article.failed()])
    await projections.project()
    expect((await read())[0]).toEqual([1, 'words', 2_147_483_647])
  },
)
