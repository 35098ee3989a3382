import { fold } from '@lectern/contracts/fold.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import { searchQuery } from '@lectern/contracts/search-vector.ts'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ReadDb, Tables } from '../tables.ts'
import { hasProgress, type ListFilters, type Reader } from './filters.ts'

export type Asked = {
  readonly reader: Reader
  readonly libraryId: string
  readonly search: Search
  readonly filters: ListFilters
  readonly collections: readonly { readonly id: number; readonly name: string }[]
  /** The library's tags that have any of the words in them; only some of them where they are more than TAGS_LISTED_MAX. */
  readonly tags: readonly string[]
}

/** Above this number of tags the tags of each link are looked through instead. */
export const TAGS_LISTED_MAX = 100

type Joined = Tables & { s: Tables['search']; link: Tables['links'] }
type Ids = SelectQueryBuilder<Tables, never, { id: number }>

/** Id and date of links, of `links as link` and, where it is asked for, `search as s`. */
export type Matches = SelectQueryBuilder<Joined, 's' | 'link', { id: number; created_at: Date }>

/** A LIKE pattern for texts that contain this one. */
export const like = (text: string): string => `%${escaped(text)}%`
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Three letters side by side are what the index of texts knows. */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * Links that have all words in their own texts and tags. A word without three letters side by side is in no index: links are
 * looked through from the newest on. Most of them have it, so that the first thousand are soon found.
 */
export const ownMatches = (db: ReadDb, asked: Asked): Matches => {
  let links = filtered(db, asked)
  for (const word of asked.search.words) {
    const isInTags = idsTaggedWith(db, asked, word) !== undefined
    if (isInTags && isIndexed(word)) links = links.where('link.id', 'in', idsOfOwn(db, asked, word))
    else
      links = links.where(eb => {
        const isInTexts = eb('s.own', 'like', like(word))
        if (!isInTags) return isInTexts
        const tags = taggedLinks(db, asked)
          .where(sql<boolean>`search_link_tags.id = link.id`)
          .where(haveTagWith(word))
        return eb.or([isInTexts, eb.exists(tags)])
      })
  }
  return links
}

/** Links that have all words, but some of them in their article alone; undefined where no article can have any word. */
export const articleMatches = (db: ReadDb, asked: Asked): Matches | undefined => {
  const { words } = asked.search
  if (words.every(word => searchQuery(word) === undefined)) return undefined
  const own = words.map(word => idsOfOwn(db, asked, word))
  const anywhere = own.map((ids, n) => {
    const inArticles = idsOfArticles(db, asked, words.slice(n, n + 1))
    // Links that have the only word of a search themselves are left out below.
    return words.length === 1 ? (inArticles ?? ids) : inArticles ? ids.union(inArticles) : ids
  })
  return filtered(db, asked).where('link.id', 'in', inAllOf(db, anywhere).except(inAllOf(db, own)))
}

/** Links that meet everything that a search and the list's filters ask beside words. */
const filtered = (db: ReadDb, asked: Asked): Matches => {
  const { libraryId, search, filters, collections } = asked
  const { tags, sites, unreadable, advanced } = search
  const { not } = advanced
  const named = (names: readonly string[]) =>
    collections.filter(({ name }) => names.includes(fold(name))).map(({ id }) => id)

  // Postgres leaves out the join where no text is asked for.
  let links: Matches = db
    .selectFrom('links as link')
    .leftJoin('search as s', join =>
      join.onRef('s.library_id', '=', 'link.library_id').onRef('s.id', '=', 'link.id'),
    )
    .select(['link.id', 'link.created_at'])
    .where('link.library_id', '=', libraryId)

  // is:archived looks among the archived links, whatever the list shows.
  const archived = advanced.archived === undefined ? filters.archived : `${advanced.archived}`
  if (archived !== 'all') links = links.where('link.is_archived', '=', archived === 'true')
  for (const favorite of [filters.favorite, advanced.favorite])
    if (favorite !== undefined) links = links.where('link.is_favorite', '=', favorite)
  if (filters.collection === 'none') links = links.where('link.collection_id', 'is', null)
  else if (filters.collection !== undefined)
    links = links.where('link.collection_id', '=', filters.collection)
  if (filters.progress !== undefined) links = links.where(hasProgress('link', asked.reader, filters.progress))
  for (const name of advanced.collections) links = links.where(isIn(named([name])))
  if (not.collections.length > 0)
    links = links.where(sql<boolean>`(${isIn(named(not.collections))}) IS NOT TRUE`)

  if (advanced.before !== undefined) links = links.where('link.created_at', '<', day(advanced.before))
  if (advanced.after !== undefined) links = links.where('link.created_at', '>=', day(advanced.after))
  if (unreadable !== undefined)
    links = links.where(eb => (unreadable ? isUnreadable(eb) : eb.not(isUnreadable(eb))))
  if (tags.length > 0) links = links.where('link.id', 'in', idsTagged(db, asked, tags))
  if (not.tags.length > 0) links = links.where('link.id', 'not in', idsTagged(db, asked, not.tags))
  // The index finds a site as a part of the own texts.
  for (const site of sites) links = links.where('s.own', 'like', like(site)).where(eb => isOn(eb, site))
  for (const site of not.sites) links = links.where(eb => eb.not(isOn(eb, site)))
  for (const word of not.words) links = links.where('link.id', 'not in', idsOfOwn(db, asked, word))
  const inArticles = idsOfArticles(db, asked, not.words)
  return inArticles ? links.where('link.id', 'not in', inArticles) : links
}

const isIn = (collectionIds: readonly number[]) =>
  sql<boolean>`link.collection_id = ANY (${collectionIds}::integer[])`

const isOn = (eb: ExpressionBuilder<Joined, 's' | 'link'>, site: string) =>
  eb.or([eb('s.site', '=', site), eb('s.site', 'like', `%.${escaped(site)}`)])

const isUnreadable = (eb: ExpressionBuilder<Joined, 's' | 'link'>) =>
  eb.exists(
    eb
      .selectFrom('articles as unread')
      .whereRef('unread.article_id', '=', 'link.article_id')
      .where('unread.status', '=', 'failed'),
  )

/** The start of a day in UTC. */
const day = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** Links with the word in their own texts or tags. */
const idsOfOwn = (db: ReadDb, asked: Asked, word: string): Ids => {
  const inTexts = db
    .selectFrom('search')
    .select('id')
    .where('library_id', '=', asked.libraryId)
    .where('own', 'like', like(word))
  const inTags = idsTaggedWith(db, asked, word)
  return inTags ? inTexts.union(inTags) : inTexts
}

/** Links with a tag that contains the word; undefined where no tag does. */
const idsTaggedWith = (db: ReadDb, asked: Asked, word: string): Ids | undefined => {
  if (asked.tags.length > TAGS_LISTED_MAX) return taggedLinks(db, asked).where(haveTagWith(word))
  const tags = asked.tags.filter(tag => tag.includes(word))
  return tags.length > 0 ? idsTagged(db, asked, tags) : undefined
}

const haveTagWith = (word: string) =>
  sql<boolean>`EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag LIKE ${like(word)})`

/** Links with one of these tags. */
const idsTagged = (db: ReadDb, asked: Asked, tags: readonly string[]): Ids =>
  taggedLinks(db, asked).where(sql<boolean>`tags && ${tags}::text[]`)

const taggedLinks = (db: ReadDb, { libraryId }: Asked) =>
  db.selectFrom('search_link_tags').select('id').where('library_id', '=', libraryId)

/** Links whose article has one of these words; undefined where no article can. */
const idsOfArticles = (db: ReadDb, { libraryId }: Asked, words: readonly string[]): Ids | undefined => {
  const queries = words.flatMap(word => searchQuery(word) ?? [])
  if (queries.length === 0) return undefined
  const query = sql.join(
    queries.map(each => sql`${each}::tsquery`),
    sql` || `,
  )
  return db
    .selectFrom('search_articles')
    .select('id')
    .where('library_id', '=', libraryId)
    .where(sql<boolean>`words @@ (${query})`)
}

/** A set may be a UNION, which binds less tightly than INTERSECT. Each is a subquery therefore. */
const inAllOf = (db: ReadDb, sets: readonly Ids[]): Ids =>
  sets
    .map((ids, n): Ids => db.selectFrom(ids.as(`set${n}`)).select('id'))
    .reduce((ids, others) => ids.intersect(others))
