import type { SearchConditions } from './search-conditions.ts'

const NEWEST = 'created_at DESC, id DESC'

/** SQL of the first so many matches, ids with created_at, newest first. `after` is a condition on the two. */
type Matches = (options: { limit: number; after?: string | undefined }) => string

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
    const { words, tags, sites, excluded, dates, flags, isNarrow } = conditions
    const when = [...dates, ...(after === undefined ? [] : [after])]
    const asked = [...words, ...sites].map(({ own }) => own).concat(excluded)
    const taggedWord = words.find(word => word.indexed !== undefined && word.tags !== undefined)
    const indexed = [...words.filter(word => word.tags === undefined), ...sites].flatMap(
      ({ indexed: condition }) => condition ?? [],
    )
    const rest = tags === undefined ? asked : [...asked, tags.own]

    const candidates = () => {
      if (indexed.length > 0)
        return textsIn(`SELECT id, created_at, site, own FROM ${schema}.search AS s
          WHERE library_id = $1 AND ${all([...indexed, ...when])} ORDER BY ${NEWEST} OFFSET 0`)
      if (taggedWord !== undefined)
        return looked(`SELECT id, created_at FROM (
            SELECT id, created_at FROM ${schema}.search AS s WHERE library_id = $1 AND ${all([taggedWord.indexed ?? '', ...when])}
            UNION
            SELECT id, created_at FROM ${schema}.search_tags
            WHERE library_id = $1 AND tag = ANY (${taggedWord.tags}) AND ${all(when)}) AS either
          ORDER BY ${NEWEST} OFFSET 0`)
      if (tags !== undefined)
        return looked(
          `SELECT DISTINCT created_at, id FROM ${schema}.search_tags
           WHERE library_id = $1 AND tag = ANY (${tags.list}) AND ${all(when)} ORDER BY ${NEWEST} OFFSET 0`,
          asked,
        )
      if (isNarrow || rest.length === 0)
        return looked(`SELECT id, created_at FROM ${schema}.links AS link
          WHERE library_id = $1 AND ${all([...flags, ...when])} ORDER BY ${NEWEST} OFFSET 0`)
      return textsIn(`SELECT id, created_at, site, own FROM ${schema}.search
        WHERE library_id = $1 AND ${all(when)} ORDER BY ${NEWEST} OFFSET 0`)
    }
    /** Candidates that come with their texts. */
    const textsIn = (sql: string) => `SELECT s.id, s.created_at FROM (${sql}) AS s WHERE ${all(rest)}`
    /** Candidates whose texts are looked up one by one, where anything is asked of them. */
    const looked = (sql: string, of = rest) =>
      of.length === 0 ? sql : `SELECT c.id, c.created_at FROM (${sql}) AS c ${textsOf(schema, 'c', of)}`

    return `SELECT found.id, found.created_at FROM (${candidates()}) AS found ${linksOf(schema, flags)}
      ORDER BY ${NEWEST} LIMIT ${limit}`
  }

/**
 * Links that match only with what their articles say. undefined where no word is asked for that an article can have.
 * @param unless a condition under which none are looked for
 */
export const articleMatches = (
  schema: string,
  { words, tags, sites, excluded, dates, flags }: SearchConditions,
  unless: string,
): Matches | undefined => {
  const queries = words.flatMap(({ query }) => query ?? [])
  if (queries.length === 0) return undefined
  const isOwn = `(${all(words.map(({ own }) => own))})`
  return ({ limit, after }) => {
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
