import { inArticle, type SearchConditions } from './search-conditions.ts'

const NEWEST = 'created_at DESC, id DESC'

/**
 * SQL of the first so many matches, ids with created_at, newest first. `after` is a condition on the two; `limit` a number
 * or SQL of one.
 */
type Matches = (options: { limit: number | string; after?: string | undefined }) => string

/** SQL of `a AND b`, of what remains when nothing is asked. */
const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' AND ')

/**
 * Links that match by their own texts, tags and flags; $1 is the library. How they are come by is settled here, since
 * Postgres would have to plan each search anew to see which words are rare: from the index where a word is, from the tag,
 * from the list that flags name, or else by looking through the newest.
 *
 * OFFSET 0 keeps what is inside it apart: candidates come in order, and are looked at until there are enough. A limit
 * instead, of a number that Postgres does not know, has it read them from an index in that order rather than sort them all.
 */
export const ownMatches =
  (schema: string, conditions: SearchConditions): Matches =>
  ({ limit, after }) => {
    const asked = [...conditions.words.map(({ own }) => own), ...askedBesideWords(conditions)]
    const { from, hasTexts, isInOrder, answered } = candidates(schema, conditions, after, asked)
    const left = asked.filter(condition => !answered.includes(condition))
    const texts = hasTexts && left.length > 0 ? ', site, own' : ''
    const inOrder = `(SELECT id, created_at${texts} FROM ${from}
      ORDER BY ${NEWEST} ${isInOrder ? `LIMIT ${conditions.endless}` : 'OFFSET 0'})`
    const matching =
      left.length === 0
        ? inOrder
        : hasTexts
          ? `(SELECT s.id, s.created_at FROM ${inOrder} AS s WHERE ${all(left)})`
          : withTexts(schema, inOrder, left)
    return newest(schema, matching, conditions, limit)
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
  { words, tags, sites, dates, flags, isNarrow }: SearchConditions,
  after: string | undefined,
  asked: readonly string[],
): Candidates => {
  const when = [...dates, ...(after === undefined ? [] : [after])]
  const inLibrary = (...conditions: readonly string[]) => all(['library_id = $1', ...conditions, ...when])

  // One is enough: what else is asked is soon seen of the few that it gives.
  const [rarest] = [...words.filter(word => word.tags === undefined), ...sites]
    .toSorted((a, b) => a.share - b.share)
    .flatMap(({ indexed }) => indexed ?? [])
  if (rarest !== undefined)
    return {
      from: `${schema}.search AS s WHERE ${inLibrary(rarest.condition)}`,
      hasTexts: true,
      isInOrder: false,
      answered: rarest.isExact ? [rarest.condition] : [],
    }

  const inTags = words.find(word => word.indexed !== undefined)
  if (inTags?.indexed !== undefined && inTags.tags !== undefined)
    return {
      from: `(
        SELECT id, created_at FROM ${schema}.search AS s WHERE ${inLibrary(inTags.indexed.condition)}
        UNION
        SELECT id, created_at FROM ${schema}.search_tags WHERE ${inLibrary(inTags.tags)}) AS either`,
      hasTexts: false,
      isInOrder: false,
      answered: inTags.indexed.isExact ? [inTags.own] : [],
    }

  if (tags !== undefined)
    return {
      from: `(
        SELECT DISTINCT created_at, id FROM ${schema}.search_tags
        WHERE ${inLibrary(tags.is)}) AS tagged`,
      hasTexts: false,
      isInOrder: false,
      answered: [tags.own],
    }

  if (isNarrow || asked.length === 0)
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
export const articleMatches = (schema: string, conditions: SearchConditions): Matches | undefined => {
  const { words, dates } = conditions
  const queries = words.flatMap(({ query }) => query ?? [])
  if (queries.length === 0) return undefined
  const isOwn = `(${all(words.map(({ own }) => own))})`
  // Whatever has all words has this one, and there are few of those.
  const rare = words.find(word => word.indexed !== undefined)
  return ({ limit, after }) => {
    const when = [...dates, ...(after === undefined ? [] : [after])]
    const having = (table: string, condition: string) =>
      `SELECT id, created_at FROM ${schema}.${table} AS s WHERE ${all(['library_id = $1', condition, ...when])}`
    const candidates =
      words.length > 1 && rare?.indexed !== undefined
        ? [
            having('search', rare.indexed.condition),
            ...(rare.tags === undefined ? [] : [having('search_tags', rare.tags)]),
            ...(rare.query === undefined ? [] : [having('search_articles', `words @@ ${rare.query}`)]),
          ].join(' UNION ')
        : having('search_articles', `words @@ (${queries.join(' || ')})`)
    // Of one word the index of articles has said all there is to say.
    const left = words.length === 1 ? [] : words.filter(word => word !== rare || !word.indexed?.isExact)
    const asked = [
      ...left.map(({ own, query }) =>
        query === undefined ? own : `(${own} OR ${inArticle(schema, query)})`,
      ),
      `NOT ${isOwn}`,
      ...askedBesideWords(conditions),
    ]
    const inOrder = `(SELECT id, created_at FROM (${candidates}) AS likely ORDER BY ${NEWEST} OFFSET 0)`
    return newest(schema, withTexts(schema, inOrder, asked), conditions, limit)
  }
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

/** SQL of the first of these that also have the flags; `matching` comes newest first. */
const newest = (
  schema: string,
  matching: string,
  { flags }: SearchConditions,
  limit: number | string,
): string =>
  `SELECT found.id, found.created_at FROM ${matching} AS found CROSS JOIN LATERAL (
    SELECT FROM ${schema}.links AS link WHERE link.library_id = $1 AND link.id = found.id AND ${all(flags)} OFFSET 0) AS flagged
  ORDER BY ${NEWEST} LIMIT ${limit}`
