import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NoteType } from '@lectern/contracts/api/notes.ts'
import { TITLE_MAX } from '@lectern/contracts/limits.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import {
  EXCERPT_WORDS,
  SHARED_NOTE_TEXT_MAX,
  SHARED_NOTES_MAX,
  sharesCollections,
} from '@lectern/contracts/shares.ts'
import type { ReadRow } from '../read-row.ts'
import { excerptOf } from './excerpt.ts'
import type { Showing } from './shares.ts'

/** A passage of the article, a note on it, or both. */
export type SharedNote = { readonly passage: string | null; readonly content: string | null }

type About = {
  readonly title: string
  readonly url: string
  readonly author: string | null
  readonly siteName: string | null
  /** A date as the page has it. */
  readonly publishedAt: string | null
  /** The publisher's note on the link. */
  readonly note: string | null
}

export type SharedArticle = About & {
  readonly kind: 'article' | 'highlights'
  readonly language: string | null
  /** Lectern is still reading it. */
  readonly isPending: boolean
  readonly notes: readonly SharedNote[]
  /** null where Lectern has not read the article, and of highlights. */
  readonly text: {
    readonly html: string
    readonly isWhole: boolean
    readonly articleId: string
    readonly hash: string
  } | null
}

export type SharedLink = About & {
  readonly id: number
  readonly savedAt: string
  readonly excerpt: string | null
}

export type SharedCollection = {
  readonly kind: 'collection'
  readonly name: string
  readonly description: string | null
  /** Newest first. */
  readonly links: readonly SharedLink[]
}

export type Shared = SharedArticle | SharedCollection

/** Which links of a collection. */
export type Part = { readonly from: number; readonly count: number }

/**
 * Reads from the read model what a public link shows, in one statement: nothing of other libraries, no private note.
 * undefined: it is gone, or the plan has no public links of collections.
 */
export const sharedIn = (readRow: ReadRow) => {
  /** @throws Rejected being-updated where no read model serves */
  const read = async <Row>(select: (schema: string) => string, values: unknown[]): Promise<Row | null> => {
    const found = await readRow<{ shared: Row | null }>(
      schema => `SELECT (SELECT row_to_json(found) FROM (${select(schema)}) AS found) AS shared`,
      values,
    )
    if (found === undefined) throw new Rejected('being-updated')
    return found.shared
  }

  const article = async (share: Showing): Promise<SharedArticle | undefined> => {
    const { libraryId, linkId, kind, withNotes, fullText } = share
    const isArticle = kind === 'article'
    const row = await read<ArticleRow>(ARTICLE, [
      ...[libraryId, linkId, isArticle, withNotes],
      ...[SHARED_NOTE_TEXT_MAX, SHARED_NOTES_MAX, fullText ? null : BEGINNING],
    ])
    if (row === null) return undefined
    const { html, hash, articleId, notes, ...about } = row
    const shown = html === null ? null : fullText ? { html, isWhole: true } : excerptOf(html, EXCERPT_WORDS)
    return {
      ...about,
      kind: isArticle ? 'article' : 'highlights',
      note: withNotes ? about.note : null,
      notes: notes.map(note => noteOf(note, withNotes)),
      text: shown && hash !== null ? { ...shown, articleId, hash } : null,
    }
  }

  const collection = async (share: Showing, { from, count }: Part): Promise<SharedCollection | undefined> => {
    const { libraryId, collectionId, withNotes } = share
    const row = await read<CollectionRow>(COLLECTION, [libraryId, collectionId, withNotes, from, count])
    if (row === null || !sharesCollections(row.plan)) return undefined
    const { plan: _, ...shown } = row
    return { kind: 'collection', ...shown }
  }

  return (share: Showing, part: Part): Promise<Shared | undefined> =>
    share.kind === 'collection' ? collection(share, part) : article(share)
}
/** Code units of stored HTML that an excerpt is taken from. */
const BEGINNING = 400_000

export type ReadShared = ReturnType<typeof sharedIn>

type NoteRow = SharedNote & { readonly type: NoteType }
type ArticleRow = Omit<SharedArticle, 'kind' | 'notes' | 'text'> & {
  readonly articleId: string
  readonly hash: string | null
  readonly html: string | null
  readonly notes: readonly NoteRow[]
}
type CollectionRow = Omit<SharedCollection, 'kind'> & { readonly plan: Plan }

/** A highlight and a quote are their passage; what the publisher wrote to them goes with the notes. */
const noteOf = ({ type, passage, content }: NoteRow, withNotes: boolean): SharedNote => {
  if (type === 'note') return { passage, content }
  const own = content === (passage ?? content) ? null : content
  return { passage: passage ?? content, content: withNotes ? own : null }
}

const ABOUT = `link.url, author, site_name AS "siteName", published_at AS "publishedAt",
  CASE WHEN link.title_from_page AND article.status = 'ready'
    THEN coalesce(nullif(left(article.title, ${TITLE_MAX}), ''), link.title) ELSE link.title END AS title`

const ARTICLE = (schema: string) => `
  SELECT ${ABOUT}, link.note, article.language, coalesce(article.status, 'pending') = 'pending' AS "isPending",
    encode(link.article_id, 'hex') AS "articleId", document.hash, left(document.html, coalesce($7::integer, 2147483647)) AS html,
    (SELECT coalesce(json_agg(taken), '[]') FROM (
      SELECT type, left(selected_text, $5::integer) AS passage, left(content, $5::integer) AS content
      FROM ${schema}.notes WHERE library_id = $1 AND link_id = $2 AND member_id IS NULL AND NOT is_private
        AND ($4::boolean OR (type <> 'note' AND NOT $3::boolean))
      ORDER BY position_start, position_end, created_at, id LIMIT $6::integer) AS taken) AS notes
  FROM ${schema}.links AS link
  LEFT JOIN ${schema}.articles AS article ON article.article_id = link.article_id
  LEFT JOIN content.documents AS document
    ON document.hash = article.content_hash AND article.status = 'ready' AND $3::boolean
  WHERE link.library_id = $1 AND link.id = $2`

const COLLECTION = (schema: string) => `
  SELECT collection.name, collection.description, library.plan,
    (SELECT coalesce(json_agg(shown), '[]') FROM (
      SELECT link.id, link.created_at AS "savedAt", ${ABOUT}, left(article.excerpt, 500) AS excerpt,
        CASE WHEN $3::boolean THEN link.note END AS note
      FROM ${schema}.links AS link
      LEFT JOIN ${schema}.articles AS article ON article.article_id = link.article_id
      WHERE link.library_id = $1 AND link.collection_id = $2 AND NOT link.is_archived
      ORDER BY link.created_at DESC, link.id DESC OFFSET $4::integer LIMIT $5::integer) AS shown) AS links
  FROM ${schema}.collections AS collection
  JOIN ${schema}.libraries AS library ON library.library_id = collection.library_id
  WHERE collection.library_id = $1 AND collection.id = $2`
