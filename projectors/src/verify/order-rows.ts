import type { LinkOrderTable } from '@lectern/contracts/read-model/tables.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import { MANY_WORDS, sortTitle } from '../read-models/articles/order.ts'
import type { FoldedLibrary } from './fold-library.ts'

type Row = Omit<LinkOrderTable, 'article_id'> & { article_id: string }

/**
 * The rows of link_order that a library leads to, with what the rows of articles say of each page. Those are compared with
 * their own events.
 */
export const orderRows = async (
  client: Queryable,
  { schema, id: library_id, links }: { schema: string; id: string; links: FoldedLibrary['links'] },
): Promise<Row[]> => {
  const all = [...links.values()]
  const { rows } = await client.query<{
    article_id: string
    sort_title: string | null
    words: number | null
  }>(
    `SELECT article_id::text, sort_title, words FROM ${schema}.articles WHERE article_id = ANY ($1::bytea[])`,
    [all.map(link => link.article_id)],
  )
  const articles = new Map(rows.map(row => [row.article_id, row]))
  return all.map(({ id, article_id, title, title_from_page }) => {
    const article = articles.get(article_id)
    const own_title = sortTitle(title)
    return {
      ...{ library_id, id, article_id, own_title, title_from_page },
      title: (title_from_page ? article?.sort_title : null) ?? own_title,
      words: article?.words ?? MANY_WORDS,
    }
  })
}
