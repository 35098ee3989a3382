import { Rejected } from '@lectern/contracts/api/errors.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { type Place, placeOf } from './cursor.ts'
import { isUnder, type ListFilters, type Paged, type Reader, type SortedPage } from './filters.ts'
import { isAfter, type Page, type PageLinks, pageOf } from './page.ts'
import { sortedLinks } from './sorted.ts'

/** A list with a filter of progress or of an address counts no further. */
const TOTAL_MAX = 1_000

/** One query reads page and total, so that they are of the same moment. @throws Rejected collection-not-found */
export const readList = async (db: ReadDb, reader: Reader, filters: Paged | SortedPage): Promise<Page> => {
  const { collection, urlKey } = filters
  const { libraryId, userId } = reader
  const after = 'sort' in filters ? filters.after : filters.cursor && placeOf(filters.cursor)
  const values = { libraryId, userId, collection, urlKey, key: after?.key, id: after?.id }
  const [counted] = await pageAndTotal(db, values as Values, shapeOf(filters, after))
  if (counted === undefined) {
    if (typeof collection === 'number') throw new Rejected('collection-not-found')
    return { rows: [], total: 0 }
  }
  const { page: rows, under } = counted
  if (under === null) return { rows, total: totalOf(counted, filters) }
  return { rows, total: Math.min(under, TOTAL_MAX), isLowerBound: under > TOTAL_MAX }
}

type Values = Reader & Place & { readonly collection: number; readonly urlKey: string }

const shapeOf = (filters: Paged | SortedPage, after: Place | undefined) => ({
  sort: 'sort' in filters ? filters.sort : undefined,
  archived: filters.archived,
  favorite: filters.favorite,
  progress: filters.progress,
  collection: typeof filters.collection === 'number' ? ('some' as const) : filters.collection,
  hasUrl: filters.urlKey !== undefined,
  after: after && { isUnread: after.isUnread },
  limit: filters.limit,
})
type Shape = ReturnType<typeof shapeOf>

const pageAndTotal = prepared(
  'list',
  (db, values: Values, { sort, after, hasUrl, ...shape }: Shape) => {
    const { libraryId, userId, urlKey, key, id } = values
    const reader = { libraryId, userId }
    const collection = shape.collection === 'some' ? values.collection : shape.collection
    const filters = { ...shape, collection, urlKey: hasUrl ? urlKey : undefined }
    const place = after && { ...after, key, id }
    const links = sort
      ? sortedLinks(db, reader, { ...filters, sort, after: place })
      : newest(db, reader, filters, place)
    return db
      .selectFrom(countersOf(db, libraryId, collection).as('counted'))
      .selectAll()
      .select(pageOf(db, reader, links, shape.limit, sort !== undefined).as('page'))
      .select(
        shape.progress === undefined && !hasUrl
          ? sql<number | null>`NULL::integer`.as('under')
          : countUnder(db, reader, filters).as('under'),
      )
  },
  ({ hasUrl, limit }) => !hasUrl && PAGE_SIZES.has(limit),
)

/** Of lists that Lectern's own screens show. */
const PAGE_SIZES: ReadonlySet<number> = new Set(Object.values(PLANS).map(({ pageSize }) => pageSize))

const countUnder = (db: ReadDb, reader: Reader, filters: ListFilters) => {
  let links = db
    .selectFrom('links as link')
    .select('link.id')
    .where(isUnder('link', reader, filters))
  if (filters.archived !== 'all') links = links.where('link.is_archived', '=', filters.archived === 'true')
  return db
    .selectFrom(links.limit(sql.lit(TOTAL_MAX + 1)).as('some'))
    .select(sql<number | null>`count(*)::integer`.as('count'))
}

/** The index keeps archived links apart from the others: a list of both merges two ranges. */
const newest = (db: ReadDb, reader: Reader, filters: ListFilters, after: Place | undefined): PageLinks => {
  const { archived, limit } = filters
  const range = (isArchived: boolean) => {
    let links = db
      .selectFrom('links')
      .selectAll()
      .select(sql.lit(false).as('in_article'))
      .where('is_archived', '=', isArchived)
      .where(isUnder('links', reader, filters))
    if (after !== undefined) links = links.where(isAfter('links', after))
    return links
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(limit + 1))
  }
  if (archived !== 'all') return range(archived === 'true')
  return db
    .selectFrom(range(false).as('others'))
    .selectAll()
    .unionAll(db.selectFrom(range(true).as('archived')).selectAll())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit + 1))
}

/** Counters of the library or the collection; no row where there is no such collection. */
const countersOf = (db: ReadDb, libraryId: string, collection: ListFilters['collection']) => {
  const ofCollections = db.selectFrom('collections').where('library_id', '=', libraryId)
  if (collection !== undefined && collection !== 'none')
    return ofCollections.where('id', '=', collection).select(COUNTERS)
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
