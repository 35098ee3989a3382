import type { SearchConditions } from './search-conditions.ts'

const NEWEST = 'created_at DESC, id DESC'

/**
 * SQL of the first so many matches, ids with created_at, newest first. `after` is a condition on the two, `unless` one
 * under which none are looked for.
 */
type Matches = (options: { limit: number; after?: string | undefined; unless?: string }) => string

/** SQL of `a AND b`, of what remains when nothing is asked. */
const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' AND ')

/**
 * Links that match by their own texts, tags and flags; $1 is the library. How they are come by is settled here, since
 * Postgres would have to plan each search anew to see which words are rare: from the index where a word is, from the tag,
 * from the list that flags name, or else by looking through the newest.
 *
 * OFFSET 0 keeps what is inside it apart: candidates come in order, and are looked at until there are enough.
 */
export const ownMatches =
  (schema: string, conditions: SearchConditions): Matches =>
  ({ limit, after }) => {
    const { words, tags, sites, excluded, flags } = conditions
    const asked = [...words, ...sites, ...(tags === undefined ? [] : [tags])]
      .map(({ own }) => own)
      .concat(excluded)
    const { from, hasTexts, answered } = candidates(schema, conditions, after, asked)
    const left = asked.filter(condition => !answered.includes(condition))
    const texts = hasTexts && left.length > 0 ? ', site, own' : ''
    const inOrder = `(SELECT id, created_at${texts} FROM ${from} ORDER BY ${NEWEST} OFFSET 0)`
    const matching =
      left.length === 0
        ? inOrder
        : hasTexts
          ? `(SELECT s.id, s.created_at FROM ${inOrder} AS s WHERE ${all(left)})`
          : `(SELECT c.id, c.created_at FROM ${inOrder} AS c ${textsOf(schema, 'c', left)})`
    return `SELECT found.id, found.created_at FROM ${matching} AS found ${linksOf(schema, flags)}
      ORDER BY ${NEWEST} LIMIT ${limit}`
  }

type Candidates = {
  /** SQL of rows with id and created_at, each link once. */
  readonly from: string
  /** Whether they have their site and own texts with them. */
  readonly hasTexts: boolean
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

  const indexed = [...words.filter(word => word.tags === undefined), ...sites].flatMap(
    each => each.indexed ?? [],
  )
  if (indexed.length > 0)
    return { from: `${schema}.search AS s WHERE ${inLibrary(...indexed)}`, hasTexts: true, answered: indexed }

  const inTags = words.find(word => word.indexed !== undefined)
  if (inTags?.indexed !== undefined && inTags.tags !== undefined)
    return {
      from: `(
        SELECT id, created_at FROM ${schema}.search AS s WHERE ${inLibrary(inTags.indexed)}
        UNION
        SELECT id, created_at FROM ${schema}.search_tags WHERE ${inLibrary(inTags.tags)}) AS either`,
      hasTexts: false,
      answered: [inTags.own],
    }

  if (tags !== undefined)
    return {
      from: `(
        SELECT DISTINCT created_at, id FROM ${schema}.search_tags
        WHERE ${inLibrary(tags.is)}) AS tagged`,
      hasTexts: false,
      answered: [tags.own],
    }

  if (isNarrow || asked.length === 0)
    return { from: `${schema}.links AS link WHERE ${inLibrary(...flags)}`, hasTexts: false, answered: [] }
  return { from: `${schema}.search WHERE ${inLibrary()}`, hasTexts: true, answered: [] }
}

/**
 * Links that match only with what their articles say. undefined where no word is asked for that an article can have.
 */
export const articleMatches = (
  schema: string,
  { words, tags, sites, excluded, dates, flags }: SearchConditions,
): Matches | undefined => {
  const queries = words.flatMap(({ query }) => query ?? [])
  if (queries.length === 0) return undefined
  const isOwn = `(${all(words.map(({ own }) => own))})`
  return ({ limit, after, unless = 'false' }) => {
    const when = [...dates, ...(after === undefined ? [] : [after])]
    // Of one word the index has said all there is to say.
    const each = words.map(({ own, query }) =>
      query === undefined ? own : `(${own} OR c.words @@ ${query})`,
    )
    const asked = [
      ...(words.length === 1 ? [] : each),
      `NOT ${isOwn}`,
      ...sites.map(({ own }) => own),
      ...excluded,
      ...(tags === undefined ? [] : [tags.own]),
    ]
    return `SELECT found.id, found.created_at FROM (
        SELECT c.id, c.created_at FROM (
          SELECT id, created_at, words FROM ${schema}.search_articles
          WHERE library_id = $1 AND words @@ (${queries.join(' || ')}) AND ${all(when)}
          ORDER BY ${NEWEST} OFFSET 0) AS c
        ${textsOf(schema, 'c', asked)}) AS found ${linksOf(schema, flags)}
      WHERE NOT ${unless}
      ORDER BY ${NEWEST} LIMIT ${limit}`
  }
}

const textsOf = (schema: string, of: string, conditions: readonly string[]): string =>
  `CROSS JOIN LATERAL (
    SELECT FROM ${schema}.search AS s WHERE s.library_id = $1 AND s.id = ${of}.id AND ${all(conditions)} OFFSET 0) AS texts`

const linksOf = (schema: string, flags: readonly string[]): string =>
  `CROSS JOIN LATERAL (
    SELECT FROM ${schema}.links AS link WHERE link.library_id = $1 AND link.id = found.id AND ${all(flags)} OFFSET 0) AS flagged`
