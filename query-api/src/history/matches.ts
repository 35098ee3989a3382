import { fold } from '@lectern/contracts/fold.ts'
import { SEARCH_TERMS_MAX } from '@lectern/contracts/search-syntax.ts'
import { tagName } from '@lectern/contracts/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import { like } from '../links/search-matches.ts'
import type { ReadDb } from '../tables.ts'

/** Links that have all words of a search, and tags and collections that do, beyond which acts are looked through one by one. */
const LINKS_MAX = 1_000
const TOPICS_MAX = 20
/** Tags, and as many collections, that a search finds at all. */
const TOPICS_FOUND_MAX = 200

/** What a search looks for: links by title and address, tags, and collections by name. Each has all its words. */
export type Matches = {
  readonly words: readonly string[]
  /** Some of them where they are many. */
  readonly linkIds: readonly number[]
  /** As act_topics has them. */
  readonly topics: readonly string[]
  readonly areMany: boolean
}

/** undefined where the text has no words. */
export const findMatches = async (
  db: ReadDb,
  libraryId: string,
  q: string | undefined,
): Promise<Matches | undefined> => {
  const words = fold(q ?? '')
    .split(' ')
    .filter(word => word !== '')
    .slice(0, SEARCH_TERMS_MAX)
  if (words.length === 0) return undefined
  const links = livingWith(db, libraryId, words).unionAll(goneWith(db, libraryId, words))
  const collections = namesWith(db, libraryId, 'c', words)
  const tags = db
    .selectFrom('search_tag_names')
    .select('tag')
    .where('library_id', '=', libraryId)
    .where(hasAll('tag', words.map(tagWord)))
  const [linkRows, collectionRows, tagRows] = await Promise.all([
    links.limit(LINKS_MAX + 1).execute(),
    collections.limit(TOPICS_FOUND_MAX).execute(),
    tags.limit(TOPICS_FOUND_MAX).execute(),
  ])
  const topics = [...collectionRows.map(({ id }) => `c${id}`), ...tagRows.map(({ tag }) => `t${tag}`)]
  const areMany = linkRows.length > LINKS_MAX || topics.length > TOPICS_MAX
  return { words, linkIds: linkRows.map(({ id }) => id), topics, areMany }
}

/** Sentences write tags as #js. A # alone stays, as in c#. */
const tagWord = (word: string): string => tagName(word) || word

/** Whether a link of `act` has all words. Looked at for one act after the other, where the links that have them are many. */
export const hasMatchingLink = (db: ReadDb, libraryId: string, { words }: Matches): RawBuilder<boolean> => {
  const of = (ids: RawBuilder<boolean>) =>
    sql`EXISTS (${livingWith(db, libraryId, words).where(ids)}) OR EXISTS (${goneWith(db, libraryId, words).where(ids)})`
  // Ranges of ids, since Postgres would gather all links that have the words where it can compare ids by equality.
  return sql<boolean>`(act.link_id IS NOT NULL AND (${of(sql`id BETWEEN act.link_id AND act.link_id`)})
    OR act.links IS NOT NULL AND (${of(sql`id BETWEEN lower(act.links) AND upper(act.links) AND act.links @> id`)}))`
}

/** Title and address are the first lines of what searches look in. */
const livingWith = (db: ReadDb, libraryId: string, words: readonly string[]) =>
  db
    .selectFrom('search')
    .select('id')
    .where('library_id', '=', libraryId)
    .where(hasAll('own', words))
    .where(hasAll(`(split_part(own, E'\\n', 1) || E'\\n' || split_part(own, E'\\n', 2))`, words))

const goneWith = (db: ReadDb, libraryId: string, words: readonly string[]) =>
  namesWith(db, libraryId, 'l', words).where('is_gone', '=', sql.lit(true))

const namesWith = (db: ReadDb, libraryId: string, kind: 'l' | 'c', words: readonly string[]) =>
  db
    .selectFrom('history_names')
    .select('id')
    .where('library_id', '=', libraryId)
    // A literal, so that Postgres sees which index has these rows.
    .where('kind', '=', sql.lit(kind))
    .where(hasAll('texts', words))

const hasAll = (text: string, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(word => sql`${sql.raw(text)} LIKE ${like(word)}`),
    sql` AND `,
  )})`
