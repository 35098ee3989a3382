import type { Plan } from '@lectern/contracts/plans.ts'
import type { Pool } from '@lectern/platform/postgres.ts'

/** Of how many of the newest links it is seen how common a word is, and in how much of each. */
const SAMPLE = 200
const SAMPLE_TEXT_MAX = 1_000
/** A word that this many of them have is found sooner by looking through the newest links than in the index. */
const COMMON = 24
/** Shorter words have no trigram, so that the index cannot find them. */
const INDEXED_MIN = 3

/** What must be known of a library before a search of it can be planned. */
export type SearchFacts = {
  readonly plan: Plan
  /** The library's tags, folded, that have this word in them. */
  tagsWith(word: string): string[]
  /** Whether the index of texts finds this word sooner than a look through the newest links. */
  isSelective(word: string): boolean
}

type Row = { readonly plan: Plan | null; readonly tags: string[]; readonly texts: string[] }

export const readSearchFacts = async (
  pool: Pool,
  schema: string,
  libraryId: string,
): Promise<SearchFacts> => {
  const { rows } = await pool.query<Row>({
    name: `search-facts@${schema}`,
    text: textOf(schema),
    values: [libraryId],
  })
  const { plan, tags, texts } = rows[0] ?? { plan: null, tags: [], texts: [] }
  const seen = (word: string) => texts.filter(text => text.includes(word)).length
  return {
    plan: plan ?? 'free',
    tagsWith: word => tags.filter(tag => tag.includes(word)),
    isSelective: word => word.length >= INDEXED_MIN && seen(word) < COMMON,
  }
}

/** A LIKE pattern for what has a text in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Lists as JSON, which is parsed many times as fast as an array. */
const textOf = (schema: string): string => `
  SELECT
    (SELECT plan FROM ${schema}.libraries WHERE library_id = $1) AS plan,
    (SELECT coalesce(json_agg(tag), '[]') FROM ${schema}.search_tag_names WHERE library_id = $1) AS tags,
    (SELECT coalesce(json_agg(text), '[]') FROM (
      SELECT left(own, ${SAMPLE_TEXT_MAX}) AS text FROM ${schema}.search WHERE library_id = $1
      ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}) AS newest) AS texts`
