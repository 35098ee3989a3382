import { fold } from '@lectern/contracts/fold.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import { searchQuery } from '@lectern/contracts/search-vector.ts'
import type { ListFilters } from './list.ts'
import { containing, isSelective, pieceOf, type SearchFacts } from './search-facts.ts'

/** Gives the parameter, `$n`, that stands for a value. */
export type Bind = (value: unknown) => string
/** SQL of a condition. */
type Condition = string

/** A text that the index of texts is asked for, and what that gives. */
type Indexed = {
  readonly condition: Condition
  /** Whether they have the whole word then, not only a piece of it. */
  readonly isExact: boolean
}

export type Word = {
  /** In the link's own texts or tags: of a row `s` of search. */
  readonly own: Condition
  /** Of how many links it is likely to be, 0 to 1. */
  readonly share: number
  /** What to ask the index of texts; undefined where it cannot answer, or would be slow. */
  readonly indexed: Indexed | undefined
  /** Of a column tag, that it has the word in it; undefined where no tag has. */
  readonly tags: Condition | undefined
  /** SQL of the tsquery for articles; undefined where no article can have it. */
  readonly query: string | undefined
}

export type SearchConditions = {
  /** The rarest first. */
  readonly words: readonly Word[]
  /** The tags of which one is asked for: that a column tag is one, and that a link has one. */
  readonly tags: { readonly is: Condition; readonly own: Condition } | undefined
  readonly sites: readonly Pick<Word, 'own' | 'share' | 'indexed'>[]
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

/** Of a row `s` of search, that its article has what a tsquery asks for. */
export const inArticle = (schema: string, query: string): Condition =>
  `EXISTS (SELECT FROM ${schema}.search_articles AS a
    WHERE a.library_id = $1 AND a.id = s.id AND a.words @@ ${query} OFFSET 0)`

/** What a search and the list's filters ask for, of a library that is $1. */
export const searchConditions = (
  schema: string,
  search: Search,
  filters: Pick<ListFilters, 'archived' | 'favorite' | 'collection'>,
  facts: SearchFacts,
  collections: readonly { readonly id: number; readonly name: string }[],
  sought: 'page' | 'thousand',
  bind: Bind,
): SearchConditions => {
  const { advanced } = search
  const { not } = advanced

  /** @param like the condition of the whole word */
  const indexedBy = (word: string, share: number, like?: Condition): Indexed | undefined => {
    if (!isSelective(word, share, sought)) return undefined
    const piece = pieceOf(word)
    const isExact = piece === word
    return { condition: isExact && like ? like : `s.own LIKE ${bind(containing(piece))}`, isExact }
  }
  const hasTag = (is: Condition): Condition =>
    `EXISTS (SELECT FROM ${schema}.search_tags WHERE library_id = $1 AND id = s.id AND ${is} OFFSET 0)`
  const isTag = (tags: readonly string[]): Condition => `tag = ANY (${bind(tags)}::text[])`
  const tagsWith = (word: string, pattern: string): Condition | undefined => {
    const names = facts.tagsWith(word)
    if (names === 'many') return `tag LIKE ${pattern}`
    return names.length === 0 ? undefined : isTag(names)
  }
  const wordOf = (word: string): Word => {
    const pattern = bind(containing(word))
    const like = `s.own LIKE ${pattern}`
    const tags = tagsWith(word, pattern)
    const query = searchQuery(word)
    const share = facts.shareOf(word)
    return {
      share,
      own: tags === undefined ? like : `(${like} OR ${hasTag(tags)})`,
      indexed: indexedBy(word, share, like),
      tags,
      query: query === undefined ? undefined : `${bind(query)}::tsquery`,
    }
  }
  const siteOf = (site: string) => {
    const share = facts.shareOf(site)
    const isOn = `(s.site = ${bind(site)} OR s.site LIKE ${bind(containing(`.${site}`).slice(0, -1))})`
    return { own: isOn, share, indexed: indexedBy(site, share) }
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
  const tags = search.tags.length === 0 ? undefined : isTag(search.tags)
  return {
    words: search.words.map(wordOf).toSorted((a, b) => a.share - b.share),
    tags: tags === undefined ? undefined : { is: tags, own: hasTag(tags) },
    sites: search.sites.map(siteOf),
    excluded: [
      ...without(not.words.map(wordOf)),
      ...(not.tags.length === 0 ? [] : [`NOT ${hasTag(isTag(not.tags))}`]),
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
