import type { ShareList, ShareState } from '@lectern/contracts/api/shares.ts'
import { type ShareKind, sharesCollections } from '@lectern/contracts/shares.ts'
import { sql } from 'kysely'
import { shownTitle } from '../links/link-row.ts'
import { readPlan } from '../links/plan.ts'
import type { ReadDb } from '../tables.ts'

/** The public links of a library whose article or collection is there. */
export const listShares = async (db: ReadDb, libraryId: string): Promise<ShareList> => {
  const plan = await readPlan(db, libraryId)
  const rows = await db
    .selectFrom('shares.pages as page')
    .leftJoin('links as link', join =>
      join.onRef('link.library_id', '=', 'page.library_id').onRef('link.id', '=', 'page.link_id'),
    )
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .leftJoin('collections as collection', join =>
      join
        .onRef('collection.library_id', '=', 'page.library_id')
        .onRef('collection.id', '=', 'page.collection_id'),
    )
    .where('page.library_id', '=', libraryId)
    .where('page.is_made', '=', true)
    .where('page.ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('link.id', 'is not', null), eb('collection.id', 'is not', null)]))
    .select([
      'page.id',
      'page.kind',
      'page.link_id',
      'page.collection_id',
      'page.with_notes',
      'page.full_text',
    ])
    .select(['page.created_at', 'page.expires_at'])
    .select([
      sql<string>`coalesce(collection.name, ${shownTitle})`.as('title'),
      sql<boolean>`page.frozen IS NULL`.as('live'),
      sql<boolean>`page.password_hash IS NOT NULL`.as('has_password'),
      sql<boolean>`coalesce(page.expires_at <= now(), false)`.as('is_over'),
      sql<number>`(SELECT coalesce(sum(count), 0)::integer FROM shares.views WHERE page_id = page.id)`.as(
        'views',
      ),
    ])
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id')
    .execute()
  const stateOf = ({ kind, is_over }: { kind: ShareKind; is_over: boolean }): ShareState =>
    is_over ? 'expired' : kind === 'collection' && !sharesCollections(plan) ? 'paused' : 'live'
  return {
    shares: rows.map(row => ({
      id: row.id,
      kind: row.kind,
      linkId: row.link_id,
      collectionId: row.collection_id,
      title: row.title,
      live: row.live,
      withNotes: row.with_notes,
      fullText: row.full_text,
      hasPassword: row.has_password,
      state: stateOf(row),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      views: row.views,
    })),
  }
}
