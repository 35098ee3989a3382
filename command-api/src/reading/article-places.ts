import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NoteAnchor, NotePosition } from '@lectern/contracts/api/notes.ts'
import { fetchedUrl, shownArticleOf } from '@lectern/contracts/article-id.ts'
import { articleText, textLengthOf } from '@lectern/contracts/article-text.ts'
import { ANCHOR_CONTEXT_MAX } from '@lectern/contracts/limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import type { ReadRow } from '../read-row.ts'

type Parts = Pick<Aggregates, 'libraries' | 'articles'> & { readonly pool: Pool; readonly readRow: ReadRow }

/** A place in a version of the text; without a hash, in the version that is shown. */
export type ArticlePlace = { readonly contentHash?: string | undefined; readonly end: number }

type FoundQuote = { readonly position: NotePosition; readonly anchor: NoteAnchor }

export type ArticlePlaces = ReturnType<typeof articlePlaces>

/** Finds the article behind a link, and checks places in its text. */
export const articlePlaces = ({ libraries, articles, pool, readRow }: Parts) => {
  /** `isOwn`: its page was provided for this link alone. @throws Rejected link-not-found */
  const articleOf = async (
    libraryId: string,
    linkId: number,
  ): Promise<{ articleId: string; url: string; isOwn: boolean }> => {
    const texts = await libraries.read(libraryId, library => findLink(library, linkId).texts)
    return { articleId: shownArticleOf(texts), url: fetchedUrl(texts.url), isOwn: Boolean(texts.ownArticle) }
  }

  /**
   * The read model allows a place, but may be behind: the aggregates alone refuse one. A place without a hash is not checked while
   * there is no text. A text that is gone is not checked either.
   * @returns the length of the text, where it is known
   * @throws Rejected link-not-found; invalid-input where the article has no such version or its text ends before
   */
  const check = async (
    libraryId: string,
    linkId: number,
    { contentHash, end }: ArticlePlace,
  ): Promise<number | undefined> => {
    const found = await readRow<{ length: number | null }>(placeIn, [libraryId, linkId, contentHash, end])
    if (found !== undefined) return found.length ?? undefined
    const { articleId } = await articleOf(libraryId, linkId)
    const version = await articles.read(articleId, article => {
      if (article.status !== 'ready') return undefined
      const wanted = contentHash ?? article.contentHash
      return article.versions.has(wanted) ? wanted : undefined
    })
    if (contentHash !== undefined && version === undefined)
      throw new Rejected('invalid-input', {}, 'The article has no such version.')
    const length = version === undefined ? undefined : await textLength(pool, version)
    if (length !== undefined && end > length)
      throw new Rejected('invalid-input', {}, 'The position must be in the text')
    return length
  }

  /** Where a quote stands in the text that is shown; undefined where it does not, or at several places. */
  const find = async (libraryId: string, linkId: number, quote: string): Promise<FoundQuote | undefined> => {
    const wanted = quote.replace(/\s+/g, ' ').trim()
    const { articleId } = await articleOf(libraryId, linkId)
    const contentHash = await articles.read(articleId, article =>
      article.status === 'ready' ? article.contentHash : undefined,
    )
    if (wanted === '' || contentHash === undefined) return undefined
    const { rows } = await pool.query<{ html: string }>(
      'SELECT html FROM content.documents WHERE hash = $1',
      [contentHash],
    )
    const text = articleText(rows[0]?.html ?? '')
    const start = text.indexOf(wanted)
    const end = start + wanted.length
    if (start < 0 || text.indexOf(wanted, start + 1) >= 0) return undefined
    const prefix = text.slice(Math.max(0, start - ANCHOR_CONTEXT_MAX), start).toWellFormed()
    const suffix = text.slice(end, end + ANCHOR_CONTEXT_MAX).toWellFormed()
    return { position: { start, end }, anchor: { prefix, suffix, contentHash } }
  }

  /** After a restore of the event store alone, texts of articles are gone. */
  const isTextGone = async (articleId: string): Promise<boolean> => {
    const contentHash = await articles.read(articleId, article =>
      article.status === 'ready' ? article.contentHash : undefined,
    )
    return contentHash !== undefined && (await textLength(pool, contentHash)) === undefined
  }

  return { articleOf, check, find, isTextGone }
}

/** A row where the link is there, its article has the version, and the text is gone or long enough. */
const placeIn = (schema: string): string =>
  `SELECT document.text_length AS length
   FROM ${schema}.links link
   LEFT JOIN ${schema}.articles article ON article.article_id = link.article_id
   LEFT JOIN ${schema}.article_versions version
     ON version.article_id = link.article_id AND version.content_hash = $3
   LEFT JOIN content.documents document ON document.hash = coalesce($3, article.content_hash)
   WHERE link.library_id = $1 AND link.id = $2 AND ($3::text IS NULL OR version.content_hash IS NOT NULL)
     AND (document.hash IS NULL OR document.text_length >= $4)`

/**
 * The length of a version's text (article-text.ts); undefined where the text is gone. Workers keep it with the text. That of
 * documents that they stored before is counted here.
 */
const textLength = async (pool: Pool, contentHash: string): Promise<number | undefined> => {
  const { rows } = await pool.query<{ length: number | null; html: string | null }>(
    `SELECT text_length AS length, CASE WHEN text_length IS NULL THEN html END AS html
     FROM content.documents WHERE hash = $1`,
    [contentHash],
  )
  return rows[0] && (rows[0].length ?? textLengthOf(rows[0].html ?? ''))
}
