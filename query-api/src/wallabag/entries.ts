import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import type { EntriesQuery } from '@lectern/contracts/wallabag/requests.ts'
import { sql } from 'kysely'
import { shownTitle } from '../links/link-row.ts'
import type { ReadDb } from '../tables.ts'

/** When the link, a note on it or the text of its article last changed. */
const updatedAt = sql<Date>`greatest(link.updated_at, noted.at, version.read_at)`

const host = sql<string>`lower(substring(link.url from '^https?://(?:[^/?#]*@)?([^/:?#]+)'))`

const links = (db: ReadDb, libraryId: string) =>
  db
    .selectFrom('links as link')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .leftJoin('article_versions as version', join =>
      join
        .onRef('version.article_id', '=', 'link.article_id')
        .onRef('version.content_hash', '=', 'article.content_hash'),
    )
    .leftJoin('noted_links as noted', join =>
      join.onRef('noted.library_id', '=', 'link.library_id').onRef('noted.link_id', '=', 'link.id'),
    )
    .where('link.library_id', '=', libraryId)

type Filters = Omit<EntriesQuery, 'detail'>

const filtered = (db: ReadDb, libraryId: string, filters: Filters) => {
  const { archive, starred, tags, since, domain_name } = filters
  let found = links(db, libraryId)
  if (archive !== undefined) found = found.where('link.is_archived', '=', archive)
  if (starred !== undefined) found = found.where('link.is_favorite', '=', starred)
  for (const tag of tags)
    found = found.where(sql<boolean>`${tagKey(tag)} IN (SELECT lower(tag) FROM unnest(link.tags) AS tag)`)
  if (domain_name !== undefined) found = found.where(host, '=', domain_name.toLowerCase())
  if (since > 0) found = found.where(updatedAt, '>=', new Date(since * 1_000))
  return found
}

const COLUMNS = [
  'link.id',
  'link.url',
  'link.tags',
  'link.created_at',
  'link.is_favorite',
  'link.is_archived',
  'link.article_id',
  'article.status',
  'article.reason',
  'article.content_hash',
  'article.words',
  'article.author',
  'article.published_at',
  'article.language',
  'article.image',
] as const

export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number]

/** A page of entries. Archived ones have no date of that, so they are sorted by when they were saved. */
export const readEntries = (db: ReadDb, libraryId: string, filters: Filters) => {
  const { sort, order, page, perPage } = filters
  return filtered(db, libraryId, filters)
    .select(COLUMNS)
    .select([shownTitle.as('title'), updatedAt.as('updated_at')])
    .orderBy(sort === 'updated' ? updatedAt : 'link.created_at', order)
    .orderBy('link.id', order)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export const countEntries = async (db: ReadDb, libraryId: string, filters: Filters): Promise<number> => {
  const { count } = await filtered(db, libraryId, filters)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const readEntry = (db: ReadDb, libraryId: string, id: number): Promise<EntryRow | undefined> =>
  links(db, libraryId)
    .where('link.id', '=', id)
    .select(COLUMNS)
    .select([shownTitle.as('title'), updatedAt.as('updated_at')])
    .executeTakeFirst()

/** The text of an entry, with the addresses that the page's pictures have: devices fetch them from there, without our sign-in. */
export const readText = async (db: ReadDb, { status, content_hash }: EntryRow): Promise<string | null> => {
  if (status !== 'ready' || content_hash === null) return null
  const document = await db
    .selectFrom('content.documents')
    .select('html')
    .where('hash', '=', content_hash)
    .executeTakeFirst()
  return document?.html ?? null
}

/** Whether the person provided the page, which its address does not show. */
export const isProvided = ({ url, article_id }: EntryRow): boolean =>
  article_id.toString('hex') !== articleIdOf(url)
