import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Snippet } from '@lectern/contracts/api/links.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { snippetOf } from './snippet.ts'

/** Characters of an article that are looked through, as many as the index has. */
const TEXT_MAX = 200_000
/** Links of a page that have a snippet: more than are in view at once, and few enough that a search is not much slower. */
const LINKS_MAX = 20
/**
 * Characters that are looked through for one page: twenty long articles. Where all are as long as books, the last ones have no
 * snippet, since looking takes a second and more for all of them.
 */
const CHARACTERS_MAX = 1_000_000

/**
 * The words around the matches of a search, by link. Made here and not by ts_headline, since the index has our own folded
 * words, and since an article could contain the signs that ts_headline puts around a match.
 * @param ids of links whose article matched, in the order of the page
 */
export const readSnippets = async (
  db: ReadDb,
  libraryId: string,
  ids: readonly number[],
  words: readonly string[],
): Promise<Map<number, Snippet>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('links as link')
    .innerJoin('articles as article', 'article.article_id', 'link.article_id')
    .innerJoin('content.documents as document', 'document.hash', 'article.content_hash')
    .select(['link.id', sql<string>`left(document.text, ${sql.lit(TEXT_MAX)})`.as('text')])
    .where('link.library_id', '=', libraryId)
    .where('link.id', 'in', ids.slice(0, LINKS_MAX))
    .execute()
  return snippetsOf(
    rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    words,
  )
}

/** Other requests are answered between two articles. */
export const snippetsOf = async (
  articles: readonly { readonly id: number; readonly text: string }[],
  words: readonly string[],
): Promise<Map<number, Snippet>> => {
  const found = new Map<number, Snippet>()
  let left = CHARACTERS_MAX
  for (const { id, text } of articles) {
    if (left <= 0) break
    left -= text.length
    const snippet = snippetOf(text, words)
    if (snippet) found.set(id, snippet)
    await nextTurn()
  }
  return found
}
