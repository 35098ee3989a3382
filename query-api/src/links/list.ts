import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import type { Cursor } from './cursor.ts'
import { isAfter, type PageLinks, pageOf, toLinkList } from './page.ts'

export type ListFilters = {
  readonly archived: 'true' | 'false' | 'all'
  readonly favorite?: boolean | undefined
  /** The id of a collection; `none` for links that are in no collection. */
  readonly collection?: number | 'none' | undefined
  /** Links on a page. */
  readonly limit: number
  readonly cursor: Cursor | undefined
}

/** One query reads page and total, so that they are of the same moment. @throws Rejected collection-not-found */
export const listLinks = async (db: ReadDb, libraryId: string, filters: ListFilters): Promise<LinkList> => {
  const counted = await db
    .selectFrom(countersOf(db, libraryId, filters.collection).as('counted'))
    .selectAll()
    .select(pageOf(db, newest(db, libraryId, filters), filters.limit).as('page'))
    .executeTakeFirst()
  if (counted !== undefined) return toLinkList(counted.page, totalOf(counted, filters))
  if (typeof filters.collection === 'number') throw new Rejected('collection-not-found')
  return toLinkList([], 0)
}

/** The index keeps archived links apart from the others: a list of both merges two ranges. */
const newest = (db: ReadDb, libraryId: string, filters: ListFilters): PageLinks => {
  const { archived, favorite, collection, cursor, limit } = filters
  const range = (isArchived: boolean) => {
    let links = db
      .selectFrom('links')
      .selectAll()
      .select(sql.lit(false).as('in_article'))
      .where('library_id', '=', libraryId)
      .where('is_archived', '=', isArchived)
    if (favorite !== undefined) links = links.where('is_favorite', '=', favorite)
    if (collection === 'none') links = links.where('collection_id', 'is', null)
    else if (collection !== undefined) links = links.where('collection_id', '=', collection)
    if (cursor !== undefined) links = links.where(isAfter('links', cursor))
    return links
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
  }
  if (archived !== 'all') return range(archived === 'true')
  return db
    .selectFrom(range(false).as('others'))
    .selectAll()
    .unionAll(db.selectFrom(range(true).as('archived')).selectAll())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
}

/** Counters of the library or the collection; no row where there is no such collection. */
const countersOf = (db: ReadDb, libraryId: string, collection: ListFilters['collection']) => {
  const ofCollections = db.selectFrom('collections').where('library_id', '=', libraryId)
  if (typeof collection === 'number') return ofCollections.where('id', '=', collection).select(COUNTERS)
  const ofLibrary = db.selectFrom('libraries').where('library_id', '=', libraryId)
  if (collection === undefined) return ofLibrary.select(COUNTERS)
  return ofLibrary.select(({ eb, fn, ref, lit }) =>
    COUNTERS.map(counter =>
      eb(
        ref(counter),
        '-',
        fn.coalesce(ofCollections.select(sql<number>`sum(${sql.ref(counter)})::integer`.as('sum')), lit(0)),
      ).as(counter),
    ),
  )
}

const COUNTERS = ['active', 'archived', 'active_favorites', 'archived_favorites'] as const

const totalOf = (
  counted: Record<(typeof COUNTERS)[number], number>,
  { archived, favorite }: ListFilters,
): number => {
  const count = (all: number, favorites: number) =>
    favorite === undefined ? all : favorite ? favorites : all - favorites
  const ofOthers = count(counted.active, counted.active_favorites)
  const ofArchived = count(counted.archived, counted.archived_favorites)
  if (archived === 'all') return ofOthers + ofArchived
  return archived === 'true' ? ofArchived : ofOthers
}
