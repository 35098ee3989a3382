import { anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startParts)
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
  })
})
