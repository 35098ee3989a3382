import { fold } from '@lectern/contracts/fold.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import { searchQuery } from '@lectern/contracts/search-vector.ts'
import type { ListFilters } from './list.ts'
import { pieceOf, type SearchFacts } from './search-facts.ts'

/** Gives the parameter, `$n`, that stands for a value. */
export type Bind = (value: unknown) => string
/** SQL of a condition. */
type Condition = string

export type Collection = { readonly id: number; readonly name: string }

export type Word = {
  readonly text: string
  /** In the link's own texts or tags: of a row `s` of search. */
  readonly own: Condition
  /** That it is in the texts of a row `s` of search, asked in a way that their index answers; undefined where it cannot. */
  readonly indexed: Condition | undefined
  /** Of a column tags, that one of them has the word in it; undefined where no tag has. */
  readonly tags: Condition | undefined
  /** SQL of the tsquery for articles; undefined where no article can have it. */
  readonly query: string | undefined
}

export type SearchConditions = {
  readonly words: readonly Word[]
  /** The tags of which one is asked for: that a column tags has one, and that a link has one. */
  readonly tags: { readonly are: Condition; readonly own: Condition } | undefined
  readonly sites: readonly Pick<Word, 'text' | 'own' | 'indexed'>[]
  /** Everything else that is asked of a row `s` of search. */
  readonly excluded: readonly Condition[]
  /** Of a column created_at. */
  readonly dates: readonly Condition[]
  /** Of a row `link` of links. */
  readonly flags: readonly Condition[]
  /** Whether flags are likely to let through but a few. */
  readonly isNarrow: boolean
  /** SQL of a number of rows that there never are, which Postgres does not know when it plans. */
  readonly endless: string
}

/** Of a row `s` of search, that its article has what a tsquery asks for: looked up for that row alone. */
export const inArticle = (schema: string, query: string): Condition =>
  `EXISTS (SELECT FROM ${schema}.search_articles AS a
    WHERE a.library_id = $1 AND a.id = s.id AND a.words @@ ${query} OFFSET 0)`

/** The same, of all articles that have it at once: sooner where many rows are asked. */
export const inOneOfArticles = (schema: string, query: string): Condition =>
  `s.id IN (SELECT id FROM ${schema}.search_articles WHERE library_id = $1 AND words @@ ${query})`

/** A LIKE pattern. */
const endingWith = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}`

/** What a search and the list's filters ask for, of a library that is $1. */
export const searchConditions = (
  schema: string,
  search: Search,
  filters: Pick<ListFilters, 'archived' | 'favorite' | 'collection'>,
  facts: SearchFacts,
  collections: readonly Collection[],
  bind: Bind,
): SearchConditions => {
  const { advanced } = search
  const { not } = advanced

  /** What the index gives may have only a piece of the word. */
  const indexedBy = (word: string, whole: Condition): Condition | undefined => {
    const piece = pieceOf(word)
    if (piece === undefined) return undefined
    return `${schema}.search_grams(s.library_id, s.own) @> ${schema}.search_grams_within($1, ${bind(piece)}) AND ${whole}`
  }
  const hasTag = (are: Condition): Condition =>
    `EXISTS (SELECT FROM ${schema}.search_link_tags WHERE library_id = $1 AND id = s.id AND ${are} OFFSET 0)`
  const areTags = (tags: readonly string[]): Condition => `tags && ${bind(tags)}::text[]`
  /** What a column tags must be to have the word in one of them, and that a link has such a tag. */
  const tagsWith = (word: string): { are: Condition; own: Condition } | undefined => {
    const names = facts.tagsWith(word)
    if (names === 'many') {
      const are = `EXISTS (SELECT FROM unnest(tags) AS tag WHERE strpos(tag, ${bind(word)}) > 0)`
      return { are, own: hasTag(are) }
    }
    if (names.length === 0) return undefined
    const are = areTags(names)
    // The links of a few tags are read once, and not the tags of each link that is looked at.
    return {
      are,
      own: `s.id IN (SELECT id FROM ${schema}.search_link_tags WHERE library_id = $1 AND ${are})`,
    }
  }
  const wordOf = (word: string): Word => {
    // Sooner done than LIKE, by a third.
    const isIn = `strpos(s.own, ${bind(word)}) > 0`
    const tags = tagsWith(word)
    const query = searchQuery(word)
    return {
      text: word,
      own: tags === undefined ? isIn : `(${isIn} OR ${tags.own})`,
      indexed: indexedBy(word, isIn),
      tags: tags?.are,
      query: query === undefined ? undefined : `${bind(query)}::tsquery`,
    }
  }
  const siteOf = (site: string) => {
    const isOn = `(s.site = ${bind(site)} OR s.site LIKE ${bind(endingWith(`.${site}`))})`
    return { text: site, own: isOn, indexed: indexedBy(site, isOn) }
  }
  const isIn = (names: readonly string[]): Condition => {
    const ids = collections.filter(({ name }) => names.includes(fold(name))).map(({ id }) => id)
    return `link.collection_id = ANY (${bind(ids)}::integer[])`
  }
  const without = (words: readonly Word[]): Condition[] => {
    const queries = words.flatMap(({ query }) => query ?? [])
    const own = words.map(word => `NOT ${word.own}`)
    if (queries.length === 0) return own
    // An article's words are long: they are fetched once, whatever must not be in them.
    return [...own, `NOT ${inArticle(schema, `(${queries.join(' || ')})`)}`]
  }

  // is:archived looks among the archived, whatever the list shows.
  const archived = advanced.archived === undefined ? filters.archived : `${advanced.archived}`
  const favorites = [filters.favorite, advanced.favorite].filter(is => is !== undefined)
  const { collection } = filters
  const tags = search.tags.length === 0 ? undefined : areTags(search.tags)
  return {
    words: search.words.map(wordOf),
    tags: tags === undefined ? undefined : { are: tags, own: hasTag(tags) },
    sites: search.sites.map(siteOf),
    excluded: [
      ...without(not.words.map(wordOf)),
      ...(not.tags.length === 0 ? [] : [`NOT ${hasTag(areTags(not.tags))}`]),
      ...not.sites.map(site => `NOT ${siteOf(site).own}`),
    ],
    dates: [
      ...(advanced.before === undefined ? [] : [`created_at < ${bind(`${advanced.before}T00:00:00Z`)}`]),
      ...(advanced.after === undefined ? [] : [`created_at >= ${bind(`${advanced.after}T00:00:00Z`)}`]),
    ],
    flags: [
      ...(archived === 'all' ? [] : [`link.is_archived = ${archived === 'true'}`]),
      ...favorites.map(is => `link.is_favorite = ${is}`),
      ...(collection === 'none' ? ['link.collection_id IS NULL'] : []),
      ...(typeof collection === 'number' ? [`link.collection_id = ${bind(collection)}`] : []),
      ...advanced.collections.map(name => isIn([name])),
      ...(not.collections.length === 0 ? [] : [`(${isIn(not.collections)}) IS NOT TRUE`]),
    ],
    endless: `${bind(2_147_483_647)}::bigint`,
    isNarrow: favorites.includes(true) || collection !== undefined || advanced.collections.length > 0,
  }
}
