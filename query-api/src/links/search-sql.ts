import { inArticle, inOneOfArticles, type SearchConditions, type Word } from './search-conditions.ts'
import { isSelective, type SearchFacts, type Sought } from './search-facts.ts'

const NEWEST = 'created_at DESC, id DESC'
/** A search counts no further. */
export const SEARCH_TOTAL_MAX = 1_000

/** Links with a word: so many are sooner looked at one by one than all that have another, more common one. */
const FEW = 300

type Indexed = Word & { readonly indexed: string }

/** SQL of some matches, ids with created_at. `after` is a condition on the two. */
type Own = (options: Sought & { after?: string | undefined }) => string
/**
 * The newest of them; `limit` is a number or SQL of one. `ownClause` names a clause with all that match by their own texts,
 * for as long as any more are wanted: without it that is looked up for each.
 */
type InArticles = (options: {
  limit: number | string
  after?: string | undefined
  ownClause?: string | undefined
}) => string

/** SQL of `a AND b`, of what remains when nothing is asked. */
const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' AND ')

/** Not `=`: Postgres, which does not know how rare a word is, might take an index of all of the library's links instead. */
const OF_LIBRARY = 'library_id IS NOT DISTINCT FROM $1'

/**
 * Links that match by their own texts, tags and flags; $1 is the library. How they are come by is settled here, since
 * Postgres would have to plan each search anew to see which words are rare: from the index where words are, from the tag,
 * from the list that flags name, or else by looking through the newest.
 *
 * OFFSET 0 keeps what is inside it apart: candidates come in order, and are looked at until there are enough. A limit
 * instead, of a number that Postgres does not know, has it read them from an index in that order rather than sort them all.
 */
export const ownMatches =
  (schema: string, conditions: SearchConditions, facts: SearchFacts): Own =>
  ({ after, ...sought }) => {
    const asked = [...conditions.words.map(({ own }) => own), ...askedBesideWords(conditions)]
    const { from, hasTexts, isInOrder, answered } = candidates(schema, conditions, facts, sought, after)
    const left = asked.filter(condition => !answered.includes(condition))
    const texts = hasTexts && left.length > 0 ? ', site, own' : ''
    const order = isInOrder
      ? `ORDER BY ${NEWEST} LIMIT ${conditions.endless}`
      : sought.isNewest
        ? `ORDER BY ${NEWEST} OFFSET 0`
        : ''
    const inOrder = `(SELECT id, created_at${texts} FROM ${from} ${order})`
    const matching =
      left.length === 0
        ? inOrder
        : hasTexts
          ? `(SELECT s.id, s.created_at FROM ${inOrder} AS s WHERE ${all(left)})`
          : withTexts(schema, inOrder, left)
    return withFlags(schema, matching, conditions, sought.isNewest, sought.count)
  }

/** Whether the first so many of all matches are found sooner in another way than the newest few. */
export const areCountedApart = (
  conditions: SearchConditions,
  facts: SearchFacts,
  newest: Sought,
  counted: Sought,
): boolean =>
  !conditions.isNarrow &&
  wordsToFind(conditions, facts, newest) === undefined &&
  wordsToFind(conditions, facts, counted) !== undefined

type Findable = Pick<Word, 'text' | 'own'> & { readonly indexed: string; readonly tags?: string | undefined }

/** The words and sites that the index of texts is to be asked for: those that no tag has, all together, or else one. */
const wordsToFind = (
  { words, sites }: SearchConditions,
  facts: SearchFacts,
  sought: Sought,
): readonly Findable[] | undefined => {
  const findable = [...words, ...sites].filter((part): part is Findable => part.indexed !== undefined)
  const inTexts = findable.filter(({ tags }) => tags === undefined)
  const ways = [...(inTexts.length > 0 ? [inTexts] : []), ...findable.map(word => [word])]
  return ways.find(way => isSelective(facts.shareOf(way.map(({ text }) => text)), facts.links, sought))
}

type Candidates = {
  /** SQL of rows with id and created_at, each link once. */
  readonly from: string
  /** Whether they have their site and own texts with them. */
  readonly hasTexts: boolean
  /** Whether an index has them in the order in which they are shown. */
  readonly isInOrder: boolean
  /** What has not to be asked of them again. */
  readonly answered: readonly string[]
}

const candidates = (
  schema: string,
  conditions: SearchConditions,
  facts: SearchFacts,
  sought: Sought,
  after: string | undefined,
): Candidates => {
  const { words, tags, dates, flags, isNarrow } = conditions
  const when = [...dates, ...(after === undefined ? [] : [after])]
  const inLibrary = (...asked: readonly string[]) => all(['library_id = $1', ...asked, ...when])
  const found = (asked: readonly string[]) =>
    `${schema}.search AS s WHERE ${all([OF_LIBRARY, ...asked, ...when])}`

  const sure = wordsToFind(conditions, facts, sought)
  if (sure !== undefined) {
    const inTexts = found(sure.map(({ indexed }) => indexed))
    const inTags = sure.flatMap(part => part.tags ?? [])
    const answered = sure.map(({ own }) => own)
    if (inTags.length === 0) return { from: inTexts, hasTexts: true, isInOrder: false, answered }
    return {
      from: `(
        SELECT id, created_at FROM ${inTexts}
        UNION
        SELECT id, created_at FROM ${schema}.search_link_tags WHERE ${inLibrary(...inTags)}) AS either`,
      hasTexts: false,
      isInOrder: false,
      answered,
    }
  }

  if (tags !== undefined)
    return {
      from: `${schema}.search_link_tags WHERE ${inLibrary(tags.are)}`,
      hasTexts: false,
      isInOrder: false,
      answered: [tags.own],
    }

  if (isNarrow || words.length + askedBesideWords(conditions).length === 0)
    return {
      from: `${schema}.links AS link WHERE ${inLibrary(...flags)}`,
      hasTexts: false,
      isInOrder: true,
      answered: [],
    }
  return { from: `${schema}.search WHERE ${inLibrary()}`, hasTexts: true, isInOrder: true, answered: [] }
}

/**
 * Links that match only with what their articles say. undefined where no word is asked for that an article can have.
 */
export const articleMatches = (
  schema: string,
  conditions: SearchConditions,
  facts: SearchFacts,
): InArticles | undefined => {
  const { words, dates } = conditions
  const queries = words.flatMap(({ query }) => query ?? [])
  if (queries.length === 0) return undefined
  const isOwn = `(${all(words.map(({ own }) => own))})`
  // Of one word the index of articles says all there is to say.
  const { found, left, areFew } = words.length > 1 ? foundAnywhere(words, facts) : ONE_WORD
  const inArticles = areFew ? inArticle : inOneOfArticles
  return ({ limit, after, ownClause }) => {
    const when = [...dates, ...(after === undefined ? [] : [after])]
    const having = (table: string, condition: string, ofLibrary = 'library_id = $1') =>
      `SELECT id, created_at FROM ${schema}.${table} AS s WHERE ${all([ofLibrary, condition, ...when])}`
    const havingAnywhere = ({ indexed, tags, query }: Indexed): string =>
      [
        having('search', indexed, OF_LIBRARY),
        ...(tags === undefined ? [] : [having('search_link_tags', tags)]),
        ...(query === undefined ? [] : [having('search_articles', `words @@ ${query}`)]),
      ].join(' UNION ALL ')
    const [rarest, ...others] = found
    const candidates =
      rarest === undefined
        ? having('search_articles', `words @@ (${queries.join(' || ')})`)
        : havingAnywhere(rarest)
    const amongCandidates = [
      // IS TRUE keeps it from being joined: Postgres thinks the others few, and would look through them again and again.
      ...others.map(word => `(id IN (SELECT id FROM (${havingAnywhere(word)}) AS others)) IS TRUE`),
      ...(ownClause === undefined ? [] : [`id NOT IN (SELECT id FROM ${ownClause})`]),
    ]
    const asked = [
      ...left.map(({ own, query }) =>
        query === undefined ? own : `(${own} OR ${inArticles(schema, query)})`,
      ),
      ...(ownClause === undefined ? [`NOT ${isOwn}`] : []),
      ...askedBesideWords(conditions),
    ]
    const inOrder = `(SELECT DISTINCT id, created_at FROM (${candidates} OFFSET 0) AS likely WHERE ${all(amongCandidates)}
      ORDER BY ${NEWEST} OFFSET 0)`
    const matching = asked.length === 0 ? inOrder : withTexts(schema, inOrder, asked)
    return withFlags(schema, matching, conditions, true, limit)
  }
}

type Anywhere = {
  /** Words that it takes least to have the indexes say of, all at once, where they are, the rarest first: whatever has all words is there. */
  readonly found: readonly Indexed[]
  readonly left: readonly Word[]
  /** Whether few links have those, so that the others are sooner looked for in these alone. */
  readonly areFew: boolean
}

const ONE_WORD: Anywhere = { found: [], left: [], areFew: false }

const foundAnywhere = (words: readonly Word[], facts: SearchFacts): Anywhere => {
  const counted = { count: SEARCH_TOTAL_MAX, isNewest: false }
  const shareOf = ({ text }: Word): number => facts.shareOf([text]).all
  const isFew = (word: Word): boolean => shareOf(word) * facts.links < FEW
  const isFound = (word: Word): word is Indexed =>
    word.indexed !== undefined && isSelective(facts.shareOf([word.text]), facts.links, counted)
  const isRare = (word: Word): word is Indexed => isFound(word) && isFew(word)
  const areFew = words.some(isRare)
  const is = areFew ? isRare : isFound
  const found = words.filter(is).toSorted((a, b) => shareOf(a) - shareOf(b))
  return { found, left: words.filter(word => !is(word)), areFew }
}

const askedBesideWords = ({ sites, tags, excluded }: SearchConditions): string[] => [
  ...sites.map(({ own }) => own),
  ...(tags === undefined ? [] : [tags.own]),
  ...excluded,
]

/** SQL of those of some candidates whose texts, looked up one by one, are as asked. */
const withTexts = (schema: string, candidates: string, asked: readonly string[]): string =>
  `(SELECT c.id, c.created_at FROM ${candidates} AS c CROSS JOIN LATERAL (
    SELECT FROM ${schema}.search AS s WHERE s.library_id = $1 AND s.id = c.id AND ${all(asked)} OFFSET 0) AS texts)`

/** SQL of the first of these that also have the flags; for the newest `matching` has to come in that order. */
const withFlags = (
  schema: string,
  matching: string,
  { flags }: SearchConditions,
  isNewest: boolean,
  limit: number | string,
): string =>
  `SELECT found.id, found.created_at FROM ${matching} AS found CROSS JOIN LATERAL (
    SELECT FROM ${schema}.links AS link WHERE link.library_id = $1 AND link.id = found.id AND ${all(flags)} OFFSET 0) AS flagged
  ${isNewest ? `ORDER BY ${NEWEST}` : ''} LIMIT ${limit}`
