import type { Plan } from '@lectern/contracts/plans.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'

/** Of how many of all links, and of the newest, it is seen how common a word is, and in how much of each. */
const SAMPLE = 200
const SAMPLE_TEXT_MAX = 1_000
/**
 * What a search costs, roughly and in µs: a link that is looked at in the order of lists, one that the index gives, and one
 * that the index knows of but that need not be looked at.
 */
const COST = { newest: 0.6, found: 1.5, known: 0.1 }
/** Remembered, since each search asks several times. */
const SHARES_MAX = 200
/** The names of more tags, or of longer ones (in characters, all together), are not fetched: a hostile library has millions. */
const TAGS_MAX = 20_000
const TAGS_TEXT_MAX = 400_000
/** More tags than this are sooner looked through than compared one by one. */
const TAGS_LISTED_MAX = 100
/** Fewer letters side by side have no trigram, so that the index cannot find them. */
const INDEXED_MIN = 3

/** What a search has to know of a library. */
export type LibraryFacts = {
  readonly plan: Plan
  /** The library's tags, folded, that have this word in them; `many` where it takes a look at the tags of each link. */
  tagsWith(word: string): string[] | 'many'
  /** Whether this holds also where the library has a tag. */
  knowsTag(tag: string): boolean
  /** Archived ones too. */
  readonly links: number
}

/** What share of all links have something, and what share of the newest, 0 to 1. */
export type Share = { readonly all: number; readonly newest: number }

/** How many have all these words in their texts. */
export type ShareOf = (words: readonly string[]) => Share

/** What must be known of a library before a search of it can be planned. */
export type SearchFacts = LibraryFacts & { readonly shareOf: ShareOf }

type Row = { readonly plan: Plan | null; readonly links: number | null; readonly tags: string[] | null }

export const readLibraryFacts = async (
  db: Queryable,
  schema: string,
  libraryId: string,
): Promise<LibraryFacts> => {
  const { rows } = await db.query<Row>({
    name: `search-facts@${schema}`,
    text: factsText(schema),
    values: [libraryId],
  })
  const { plan, links, tags } = rows[0] ?? { plan: null, links: 0, tags: [] }
  const known = new Set(tags)
  return {
    plan: plan ?? 'free',
    links: links ?? 0,
    tagsWith: word => {
      const found = tags?.filter(tag => tag.includes(word))
      return found === undefined || found.length > TAGS_LISTED_MAX ? 'many' : found
    },
    knowsTag: tag => tags === null || known.has(tag),
  }
}

/** From samples of the library's links. */
export const readShares = async (db: Queryable, schema: string, libraryId: string): Promise<ShareOf> => {
  const { rows } = await db.query<{ all: string[]; newest: string[] }>({
    name: `search-samples@${schema}`,
    text: samplesText(schema),
    values: [libraryId],
  })
  const { all, newest } = rows[0] ?? { all: [], newest: [] }
  const shares = new Map<string, Share>()
  return words => {
    const key = words.join('\n')
    const known = shares.get(key)
    if (known !== undefined) return known
    const shareIn = (texts: readonly string[]) =>
      texts.filter(text => words.every(word => text.includes(word))).length / Math.max(texts.length, 1)
    const share = { all: shareIn(all), newest: shareIn(newest) }
    if (shares.size >= SHARES_MAX) shares.clear()
    shares.set(key, share)
    return share
  }
}

/** So many matches, of all in whatever order or the newest ones of all. */
export type Sought = { readonly count: number; readonly isNewest: boolean }

/** Whether the index of texts finds what is sought sooner than a look through the newest links, if this share of them match. */
export const isSelective = (share: Share, links: number, { count, isNewest }: Sought): boolean => {
  const matches = share.all * links
  const found = isNewest ? matches : Math.min(matches, count)
  const lookedAt = Math.min(count / share.newest, links)
  return found * COST.found + (matches - found) * COST.known < lookedAt * COST.newest
}

/** In characters. A word that is a little longer is asked for as it is. */
const PIECE = 6

/**
 * What to ask the index of texts for where a word is looked for: each trigram more makes it slower, and a piece out of the
 * middle is nearly as rare as the whole. undefined where it cannot be asked for any of it.
 */
export const pieceOf = (word: string): string | undefined => {
  const [longest = ''] = (word.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length)
  const letters = [...longest]
  if (letters.length < INDEXED_MIN) return undefined
  if (letters.length <= PIECE + 1) return longest
  const start = (letters.length - PIECE) >> 1
  return letters.slice(start, start + PIECE).join('')
}

/** Lists as JSON, which is parsed many times as fast as an array. */
const factsText = (schema: string): string => `
  SELECT
    (SELECT plan FROM ${schema}.libraries WHERE library_id = $1) AS plan,
    (SELECT active + archived FROM ${schema}.libraries WHERE library_id = $1) AS links,
    (SELECT CASE WHEN count(*) <= ${TAGS_MAX} AND coalesce(sum(length(tag)), 0) <= ${TAGS_TEXT_MAX}
        THEN coalesce(json_agg(tag), '[]') END
      FROM (SELECT tag FROM ${schema}.search_tag_names WHERE library_id = $1 LIMIT ${TAGS_MAX + 1}) AS names) AS tags`

/** Ids are given in the order in which links are saved, so that those of all are spread over the years. */
const samplesText = (schema: string): string => `
  SELECT
    (SELECT coalesce(json_agg(left(own, ${SAMPLE_TEXT_MAX})), '[]')
      FROM (SELECT min(id) AS first, max(id) AS last FROM ${schema}.search WHERE library_id = $1) AS ids,
        generate_series(0, ${SAMPLE - 1}) AS n CROSS JOIN LATERAL (
          SELECT own FROM ${schema}.search WHERE library_id = $1 AND id <= last - n * (last - first)::bigint / ${SAMPLE}
          ORDER BY id DESC LIMIT 1) AS link) AS all,
    (SELECT coalesce(json_agg(left(own, ${SAMPLE_TEXT_MAX})), '[]')
      FROM (SELECT own FROM ${schema}.search WHERE library_id = $1
        ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE}) AS link) AS newest`
