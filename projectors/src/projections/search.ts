import { articleIdOf } from '@lectern/contracts/article-id.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { libraryIdOf, searchChanged } from './library-events.ts'
import type { Projection, Writes } from './projection.ts'
import { isSearchBulk, writeSearchBulk } from './search-bulk.ts'

type Row = { l: string; i: number; at: string; article: string; site: string; own: string; tags: string[] }
/** hash is of the document that has the article's words; null where the page could not be read any more. */
type Read = { article: string; hash: string | null }

/** What searches look in. Flags and collections are not here: a search joins the links. */
export const search: Projection = {
  write: (schema, events) => {
    const [first] = events
    return first && isSearchBulk(first) ? writeSearchBulk(schema, first) : writeSome(schema, events)
  },
  isAlone: isSearchBulk,
}

const SOUGHT = new Set(['LinkSaved', 'LinkDeleted', 'ArticleExtracted', 'ArticleExtractionFailed'])

/** Whether an event changes what searches find. */
export const isSearched = (event: RecordedEvent): boolean => SOUGHT.has(event.type) || isSearchBulk(event)

const writeSome = (schema: string, events: readonly RecordedEvent[]): Writes => {
  const rows = new Map<string, Row>()
  const drops = new Map<string, Pick<Row, 'l' | 'i'>>()
  const reads = new Map<string, Read>()
  for (const event of events) {
    const { type, data } = event as unknown as LibraryEvent | ArticleEvent
    if (type === 'LinkSaved') {
      const l = libraryIdOf(event)
      rows.set(`${l}/${data.linkId}`, { l, ...rowOf(data) })
    } else if (type === 'LinkDeleted') {
      const l = libraryIdOf(event)
      const key = `${l}/${data.linkId}`
      if (!rows.delete(key)) drops.set(key, { l, i: data.linkId })
    } else if (type === 'ArticleExtracted') reads.set(data.articleId, read(data.articleId, data.contentHash))
    else if (type === 'ArticleExtractionFailed') reads.set(data.articleId, read(data.articleId, null))
  }
  const links = [...rows.values()]
  const values = [links, [...drops.values()]].map(list => JSON.stringify(list))
  const tagsOf = new Map([...drops.values()].map(({ l }) => [l, new Set<string>()]))
  for (const { l, tags } of links) {
    const known = tagsOf.get(l) ?? new Set()
    tagsOf.set(l, known)
    for (const tag of tags) known.add(tag)
  }
  const changes = [...tagsOf].map(([l, tags]) => searchChanged(l, [...tags]))
  if (reads.size === 0) {
    const clauses = [...linkClauses(schema), knownClause(schema)]
    return { name: 'search', clauses, values, changes }
  }
  return {
    name: 'search-read',
    clauses: [
      ...linkClauses(schema),
      ...articleClauses(schema),
      knownClause(schema, 'rows.article NOT IN (SELECT article FROM reads)'),
    ],
    values: [...values, JSON.stringify([...reads.values()])],
    changes,
    // Any number of links may have an article.
    isLarge: true,
  }
}

type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>['data']

const rowOf = ({ linkId, at, url, title, note, tags }: Saved): Omit<Row, 'l'> => {
  const site = fold(siteOf(url))
  const own = [...[title, url, note ?? ''].map(fold), site].join('\n')
  return { i: linkId, at, article: `\\x${articleIdOf(url)}`, site, own, tags: [...new Set(tags.map(fold))] }
}

const read = (articleId: string, hash: string | null): Read => ({ article: `\\x${articleId}`, hash })

const linkClauses = (schema: string): string[] => [
  `rows AS (
    SELECT r.* FROM fence, json_to_recordset($1::json)
      AS r(l uuid, i integer, at timestamptz, article bytea, site text, own text, tags text[]))`,
  `saved AS (
    INSERT INTO ${schema}.search (library_id, id, created_at, article_id, site, own)
    SELECT l, i, at, article, site, own FROM rows)`,
  `tagged AS (
    INSERT INTO ${schema}.search_link_tags (library_id, id, created_at, tags)
    SELECT l, i, at, tags FROM rows)`,
  `named AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT DISTINCT l, tag FROM rows, unnest(tags) AS tag ON CONFLICT DO NOTHING)`,
  `gone AS (
    SELECT d.* FROM fence, json_to_recordset($2::json) AS d(l uuid, i integer))`,
  ...['search', 'search_link_tags', 'search_articles'].map(
    table => `${table}_gone AS (
    DELETE FROM ${schema}.${table} AS link USING gone WHERE link.library_id = gone.l AND link.id = gone.i)`,
  ),
]

/**
 * Words are known by the article, and given to the links that have it: to those saved so far here, to later ones as they
 * come. Words and links are looked up one by one: joined, Postgres, where it knows of few articles yet, would read all.
 */
const articleClauses = (schema: string): string[] => [
  `reads AS (
    SELECT r.article, coalesce(document.searched, '') AS words
    FROM fence, json_to_recordset($3::json) AS r(article bytea, hash text)
      LEFT JOIN LATERAL (SELECT searched FROM content.documents WHERE hash = r.hash LIMIT 1) AS document ON true)`,
  `words_written AS (
    INSERT INTO ${schema}.article_words AS known (article_id, words)
    SELECT article, words FROM reads WHERE words <> ''
    ON CONFLICT (article_id) DO UPDATE SET words = excluded.words WHERE known.words <> excluded.words)`,
  `words_gone AS (
    DELETE FROM ${schema}.article_words AS known USING reads WHERE known.article_id = reads.article AND reads.words = '')`,
  `links_read AS (
    SELECT link.library_id, link.id, link.created_at, reads.words
    FROM reads CROSS JOIN LATERAL (
      SELECT library_id, id, created_at FROM ${schema}.search WHERE article_id = reads.article OFFSET 0) AS link
    WHERE NOT EXISTS (SELECT FROM gone WHERE gone.l = link.library_id AND gone.i = link.id))`,
  `links_read_written AS (
    INSERT INTO ${schema}.search_articles AS known (library_id, id, created_at, words)
    SELECT * FROM links_read WHERE words <> ''
    ON CONFLICT (library_id, id) DO UPDATE SET words = excluded.words WHERE known.words <> excluded.words)`,
  `links_unread AS (
    DELETE FROM ${schema}.search_articles AS link USING links_read
    WHERE links_read.words = '' AND link.library_id = links_read.library_id AND link.id = links_read.id)`,
  `found_now AS (
    INSERT INTO ${schema}.search_articles (library_id, id, created_at, words)
    SELECT l, i, at, words FROM rows JOIN reads USING (article) WHERE words <> '')`,
]

/** @param condition of those of the batch's links whose article was read before */
const knownClause = (schema: string, condition = 'true'): string =>
  `found AS (
    INSERT INTO ${schema}.search_articles (library_id, id, created_at, words)
    SELECT l, i, at, known.words FROM rows CROSS JOIN LATERAL (
      SELECT words FROM ${schema}.article_words WHERE article_id = rows.article LIMIT 1) AS known
    WHERE ${condition})`
