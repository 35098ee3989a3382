import type { Plan } from '@lectern/contracts/plans.ts'
import { parseSearch, type Search } from '@lectern/contracts/search-syntax.ts'
import type { Pool } from '@lectern/platform/postgres.ts'

/** Of how many of the newest links it is seen how common a word is. */
const SAMPLE = 200
/** A word that this many of them have is found sooner by looking through the newest links than in the index. */
const COMMON = 24

/** What must be known of a library before a search of it can be planned. */
export type SearchFacts = {
  readonly plan: Plan
  /** The library's tags, folded, that have this word in them. */
  tagsWith(word: string): string[]
  /** Whether the index of texts finds this word sooner than a look through the newest links. */
  isSelective(word: string): boolean
}

/** Shorter ones have no trigram, so that the index cannot find them. */
const INDEXED_MIN = 3

export const readSearchFacts = async (
  pool: Pool,
  schema: string,
  libraryId: string,
  text: string,
): Promise<SearchFacts> => {
  const words = [...new Set([true, false].flatMap(advanced => wordsOf(parseSearch(text, { advanced }))))]
  const { rows } = await pool.query<{ plan: Plan | null; tags: string[]; seen: number[] }>({
    name: `search-facts@${schema}`,
    text: textOf(schema),
    values: [libraryId, words.map(containing)],
  })
  const { plan = null, tags = [], seen = [] } = rows[0] ?? {}
  const counts = new Map(words.map((word, i) => [word, seen[i] ?? 0]))
  return {
    plan: plan ?? 'free',
    tagsWith: word => tags.filter(tag => tag.includes(word)),
    isSelective: word => word.length >= INDEXED_MIN && (counts.get(word) ?? 0) < COMMON,
  }
}

/** A LIKE pattern for what has a text in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const wordsOf = ({ words, sites, advanced }: Search): string[] => [...words, ...sites, ...advanced.not.words]

const textOf = (schema: string): string => `
  SELECT
    (SELECT plan FROM ${schema}.libraries WHERE library_id = $1) AS plan,
    array(
      SELECT tag FROM ${schema}.search_tag_names WHERE library_id = $1 AND tag LIKE ANY ($2::text[])) AS tags,
    array(
      SELECT (count(*) FILTER (WHERE own LIKE pattern))::integer
      FROM unnest($2::text[]) WITH ORDINALITY AS word (pattern, n) CROSS JOIN (
        SELECT own FROM ${schema}.search WHERE library_id = $1
        ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}) AS newest
      GROUP BY n ORDER BY n) AS seen`
