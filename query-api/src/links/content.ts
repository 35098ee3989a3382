import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { type ExtractionFailure, extractionFailures } from '@lectern/contracts/extraction.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The article behind a link, as far as it has been read. @throws Rejected link-not-found */
export const readContent = async (
  db: Kysely<Tables>,
  schema: string,
  libraryId: string,
  linkId: number,
): Promise<LinkContent> => {
  const row = await db
    .withSchema(schema)
    .selectFrom('links')
    .leftJoin('articles', 'articles.article_id', 'links.article_id')
    .where('links.library_id', '=', libraryId)
    .where('links.id', '=', linkId)
    .select([
      'card',
      'status',
      'reason',
      'content_hash',
      'words',
      'title',
      'author',
      'published_at',
      'language',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Rejected('link-not-found')
  const content = row.content_hash === null ? null : await readDocument(db, row.content_hash)
  // A ready article whose text is gone cannot be shown; as a failed one it can be read again.
  const status = row.status === 'ready' && content === null ? 'failed' : (row.status ?? 'pending')
  const saved = JSON.parse(`{${row.card}}`) as { title: string }
  return {
    status,
    reason: status === 'failed' ? reasonOf(row.reason) : null,
    title: row.title ?? saved.title,
    author: row.author,
    publishedDate: row.published_at,
    content: status === 'ready' ? content : null,
    wordCount: row.words,
    language: row.language,
  }
}

const readDocument = async (db: Kysely<Tables>, hash: string): Promise<string | null> => {
  const document = await db
    .selectFrom('content.documents')
    .select('html')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return document?.html ?? null
}

const reasonOf = (code: string | null): string =>
  extractionFailures[code as ExtractionFailure] ?? extractionFailures['gave-up']
