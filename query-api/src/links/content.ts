import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkContent } from '@lectern/contracts/api/links.ts'
import type { ReadDb } from '../tables.ts'
import { failureSentenceOf } from './link-row.ts'

/** The article behind a link, as far as it has been read. @throws Rejected link-not-found */
export const readContent = async (db: ReadDb, libraryId: string, linkId: number): Promise<LinkContent> => {
  const row = await db
    .selectFrom('links as link')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .where('link.library_id', '=', libraryId)
    .where('link.id', '=', linkId)
    .select([
      'link.title as saved_title',
      'status',
      'reason',
      'content_hash',
      'words',
      'article.title',
      'author',
      'published_at',
      'language',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Rejected('link-not-found')
  const content = row.content_hash === null ? null : await readDocument(db, row.content_hash)
  // An article whose text is gone cannot be shown. As a failed one it can be read again.
  const status = row.status === 'ready' && content === null ? 'failed' : (row.status ?? 'pending')
  return {
    status,
    reason: status === 'failed' ? failureSentenceOf(row.reason) : null,
    title: row.title ?? row.saved_title,
    author: row.author,
    publishedDate: row.published_at,
    content: status === 'ready' ? content : null,
    wordCount: row.words,
    language: row.language,
  }
}

const readDocument = async (db: ReadDb, hash: string): Promise<string | null> => {
  const document = await db
    .selectFrom('content.documents')
    .select('html')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return document?.html ?? null
}
