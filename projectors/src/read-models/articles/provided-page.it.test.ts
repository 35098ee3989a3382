import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { rebuild } from '../../rebuild.ts'
import { snapshot, startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

/** The article of link 1 in each table that says one, and how many words lists sort it by. */
const articleOf = async (libraryId: string) => {
  const { schema, pool } = projections
  const { rows } = await pool.query(
    `SELECT encode(link.article_id, 'hex') AS link, encode(search.article_id, 'hex') AS search,
       encode(o.article_id, 'hex') AS ordered, o.words
     FROM ${schema}.links AS link JOIN ${schema}.search AS search USING (library_id, id)
       JOIN ${schema}.link_order AS o USING (library_id, id)
     WHERE link.library_id = $1 AND link.id = 1`,
    [libraryId],
  )
  return rows[0]
}
const all = (id: string, words: number) => ({ link: id, search: id, ordered: id, words })
const UNKNOWN = 2_147_483_647

it.each([1, 20])(
  'a link shows the page that its person provided, and other links that of the address, in batches of %i',
  async step => {
    const [mine, other] = [aLibrary(), aLibrary()]
    const url = `https://example.com/${mine.id}/1`
    const article = anArticle(url)
    const own = anArticle(url, ownArticleIdOf(mine.id, 1, url))
    let n = 0
    const happen = async (...events: Parameters<typeof projections.record>[]) => {
      for (const event of events) {
        await projections.record(...event)
        n += 1
        if (n % step === 0) await projections.project()
      }
      await projections.project()
    }

    await happen(
      [mine.stream, [mine.opened()]],
      [other.stream, [other.opened()]],
      [mine.stream, [mine.saved(1)]],
      [other.stream, [other.saved(1, { url })]],
      [mine.stream, [mine.pageProvided(1)]],
      [article.stream, [article.extracted('a'.repeat(64))]],
    )
    expect(await articleOf(mine.id)).toEqual(all(own.id, UNKNOWN))
    expect(await articleOf(other.id)).toEqual(all(article.id, 800))

    const texts = { ownArticle: own.id }
    await happen(
      [own.stream, [own.extracted('b'.repeat(64))]],
      [mine.stream, [mine.linkEdited(1, { ...texts, title: 'Mine' })]],
      [article.stream, [article.retried(other.id)]],
    )
    expect(await articleOf(mine.id)).toEqual(all(own.id, 800))

    const moved = `${url}?elsewhere`
    await happen([mine.stream, [mine.linkEdited(1, { url: moved, ownArticle: null })]])
    expect(await articleOf(mine.id)).toEqual(all(articleIdOf(moved), UNKNOWN))

    await happen([mine.stream, [mine.pageProvided(1)]], [mine.stream, [mine.pageRemoved(1)]])
    expect(await articleOf(mine.id)).toMatchObject({ link: article.id, search: article.id })
  },
)

it('a rebuild gives the same rows', async () => {
  const before = await snapshot(projections.pool, projections.schema)
  expect(await snapshot(projections.pool, await rebuild(projections))).toEqual(before)
})
