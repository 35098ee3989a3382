import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { isPaid, type Plan } from '@lectern/contracts/plans.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { placeOf } from './cursor.ts'
import type { ListFilters, Paged, Reader } from './filters.ts'
import { isAfter, type Page, pageOf } from './page.ts'
import {
  type Asked,
  articleMatches,
  like,
  type Matches,
  ownMatches,
  TAGS_LISTED_MAX,
} from './search-matches.ts'
import { readSnippets } from './snippets.ts'

/** A search counts no further. */
const TOTAL_MAX = 1_000

/** The plan is that of who reads. */
export type Searching = { readonly search: Search; readonly plan: Plan }

/** Whether the words of articles count. In the libraries of others they do on every plan. */
export const hasArticles = ({ seen }: Reader, plan: Plan): boolean => seen !== undefined || isPaid(plan)

/**
 * Links that match by their own texts and tags come first, then those that match only by what their article says, each
 * newest first. Page and total are of one query. Postgres plans it. @throws Rejected collection-not-found
 */
export const readSearch = async (
  db: ReadDb,
  reader: Reader,
  { search, plan }: Searching,
  filters: Paged,
): Promise<Page> => {
  const { libraryId } = reader
  const asked = { reader, libraryId, search, filters, ...(await lookUp(db, libraryId, search, filters)) }

  const { limit, cursor } = filters
  const known = cursor?.search?.total
  // The first page is among the matches that are counted. Later pages learn the total from their cursor.
  const atMost = known === undefined ? Math.max(TOTAL_MAX, limit) + 1 : limit + 1
  const isBeyondOwn = cursor?.search?.inArticle === true
  const own = ownMatches(db, asked)
  const byTexts = search.words.length + search.sites.length > 0
  const article = hasArticles(reader, plan) ? articleMatches(db, asked) : undefined
  const rest = sql<number>`(SELECT ${atMost} - count(*) FROM own)`

  const { counted, page } = await db
    .with(
      cte => cte('own').materialized(),
      () =>
        newest(own, byTexts ? 's' : 'link', isBeyondOwn ? undefined : cursor).limit(isBeyondOwn ? 0 : atMost),
    )
    .with(
      cte => cte('in_articles').materialized(),
      () => newest(article ?? own, 'link', isBeyondOwn ? cursor : undefined).limit(article ? rest : 0),
    )
    .selectNoFrom([
      sql<number>`((SELECT count(*) FROM own) + (SELECT count(*) FROM in_articles))::integer`.as('counted'),
      pageOf(db, reader, foundLinks(db, libraryId, limit), limit).as('page'),
    ])
    .executeTakeFirstOrThrow()
  const found = known ?? counted
  const [total, isLowerBound] = [Math.min(found, TOTAL_MAX), found > TOTAL_MAX]
  return { rows: page, total, isLowerBound, searchTotal: found }
}

/** The links of a page of a search, where only the article matched with the words around the match. */
export const withSnippets = async (
  db: ReadDb,
  { libraryId }: Reader,
  { search }: Searching,
  rows: Page['rows'],
  links: readonly Link[],
): Promise<Link[]> => {
  const inArticle = rows.flatMap(({ id, in_article }) => (in_article ? [id] : []))
  const snippets = await readSnippets(db, libraryId, inArticle, search.words)
  return links.map(link => {
    const snippet = snippets.get(link.id)
    return snippet ? { ...link, snippet } : link
  })
}

/** @param table the one whose index has the matches in this order */
const newest = (matches: Matches, table: 's' | 'link', cursor: Paged['cursor']): Matches =>
  (cursor ? matches.where(isAfter(table, placeOf(cursor))) : matches)
    .orderBy(`${table}.created_at`, 'desc')
    .orderBy(`${table}.id`, 'desc')

/** The links of the first matches, one more than a page holds. */
const foundLinks = (db: ReadDb, libraryId: string, limit: number) =>
  db
    .selectFrom(
      sql<{ in_article: boolean; found_id: number }>`(
        SELECT false AS in_article, created_at, id AS found_id FROM own
        UNION ALL SELECT true, created_at, id FROM in_articles
        ORDER BY in_article, created_at DESC, found_id DESC LIMIT ${limit + 1})`.as('found'),
    )
    .innerJoin('links', join =>
      join.onRef('links.id', '=', 'found.found_id').on('links.library_id', '=', libraryId),
    )
    .selectAll('links')
    .select('found.in_article')

/** Facts of a library that a search needs: the ids of collections that it names, and the tags that have its words in them. */
export const lookUp = async (
  db: ReadDb,
  libraryId: string,
  { words, advanced }: Search,
  { collection }: ListFilters,
): Promise<Pick<Asked, 'collections' | 'tags'>> => {
  const namesCollections = advanced.collections.length + advanced.not.collections.length > 0
  const collections =
    namesCollections || typeof collection === 'number'
      ? await db
          .selectFrom('collections')
          .select(['id', 'name'])
          .where('library_id', '=', libraryId)
          .execute()
      : []
  if (typeof collection === 'number' && !collections.some(({ id }) => id === collection))
    throw new Rejected('collection-not-found')
  const sought = [...words, ...advanced.not.words]
  if (sought.length === 0) return { collections, tags: [] }
  const tags = await db
    .selectFrom('search_tag_names')
    .select('tag')
    .where('library_id', '=', libraryId)
    .where(({ eb, or }) => or(sought.map(word => eb('tag', 'like', like(word)))))
    .limit(TAGS_LISTED_MAX + 1)
    .execute()
  return { collections, tags: tags.map(({ tag }) => tag) }
}
