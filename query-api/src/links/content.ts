import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { REREAD_MAX_MS } from '@lectern/contracts/limits.ts'
import { failureSentenceOf } from '@lectern/contracts/read-model/page-row.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { WithImages } from '../images/with-images.ts'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import type { Reader } from './filters.ts'
import { shownTitle } from './link-row.ts'

/**
 * The article behind a link, as far as it has been read.
 * @param version content hash of an earlier text; the present one where it is absent
 * @throws Rejected link-not-found; not-found where the article has no such version
 */
export const readContent = async (
  db: ReadDb,
  withImages: WithImages,
  { libraryId, userId }: Reader,
  linkId: number,
  version?: string,
): Promise<LinkContent> => {
  const [row] = await articleOf(db, { libraryId, userId, linkId })
  if (row === undefined) throw new Rejected('link-not-found')
  const { versions, reread_at, text_offset: offset, position_hash, position_at } = row
  const isKnown = version === undefined || versions.some(({ content_hash }) => content_hash === version)
  // A link that has another address now keeps its notes, which are on texts of the old one.
  if (!isKnown && !(await hasNoteOn(db, libraryId, linkId, version)))
    throw new Rejected('not-found', {}, 'This version of the article was not found.')
  const hash = version ?? row.content_hash
  const [document] = hash === null ? [] : await readDocument(db, { hash })
  const isRereading = reread_at !== null && Date.now() - reread_at.getTime() < REREAD_MAX_MS
  // An article whose text is gone cannot be shown. As a failed one it can be read again.
  const isGone = row.status === 'ready' && document === undefined
  const isEarlier = version !== undefined && document !== undefined
  const status = isEarlier
    ? 'ready'
    : isGone
      ? isRereading
        ? 'pending'
        : 'failed'
      : (row.status ?? 'pending')
  const shown = status === 'ready' ? document : undefined
  const article = { libraryId, articleId: row.article_id.toString('hex') }
  return {
    status,
    reason: status === 'failed' ? failureSentenceOf(row.reason ?? row.reread_failure) : null,
    title: row.title,
    author: row.author,
    publishedDate: row.published_at,
    content: shown ? await withImages(db, shown.html, { ...article, contentHash: shown.hash }) : null,
    contentHash: shown?.hash ?? null,
    siteName: row.site_name,
    wordCount: (version === undefined ? undefined : shown?.words) ?? row.words,
    language: row.language,
    versions: versions.map(({ content_hash: contentHash, read_at }) => ({
      contentHash,
      readAt: new Date(read_at).toISOString(),
    })),
    position:
      offset === null || position_hash === null || position_at === null
        ? null
        : { offset, contentHash: position_hash, updatedAt: position_at.toISOString() },
    isRereading,
    rereadFailure: row.reread_failure === null ? null : failureSentenceOf(row.reread_failure),
    ...(article.articleId !== articleIdOf(row.url) && { isProvided: true }),
  }
}

const articleOf = prepared('content', (db, { libraryId, userId, linkId }: Reader & { linkId: number }) =>
  db
    .selectFrom('links as link')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .leftJoin('reading.positions as position', join =>
      join
        .onRef('position.library_id', '=', 'link.library_id')
        .onRef('position.link_id', '=', 'link.id')
        .on('position.user_id', '=', userId),
    )
    .where('link.library_id', '=', libraryId)
    .where('link.id', '=', linkId)
    .select([
      shownTitle.as('title'),
      'link.article_id',
      'link.url',
      'status',
      'reason',
      'article.content_hash',
      'words',
      'author',
      'published_at',
      'site_name',
      'language',
      'reread_at',
      'reread_failure',
      'position.text_offset',
      'position.content_hash as position_hash',
      'position.updated_at as position_at',
    ])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('article_versions as version')
          .whereRef('version.article_id', '=', 'link.article_id')
          .select(['version.content_hash', 'version.read_at'])
          .orderBy('version.read_at', 'desc')
          .orderBy('version.content_hash'),
      ).as('versions'),
    ),
)

const hasNoteOn = async (
  db: ReadDb,
  libraryId: string,
  linkId: number,
  contentHash: string,
): Promise<boolean> => {
  const note = await db
    .selectFrom('notes')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('link_id', '=', linkId)
    .where('member_id', 'is', null)
    .where(sql<boolean>`anchor ->> 'contentHash' = ${contentHash}`)
    .limit(1)
    .executeTakeFirst()
  return note !== undefined
}

const readDocument = prepared('document', (db, { hash }: { hash: string }) =>
  db.selectFrom('content.documents').select(['hash', 'html', 'words']).where('hash', '=', hash),
)
