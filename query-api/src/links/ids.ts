import type { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { BULK_LINKS_MAX } from '@lectern/contracts/limits.ts'
import { isPaid, type Plan } from '@lectern/contracts/plans.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { checkCollection } from '../shared/members.ts'
import type { ReadDb, Tables } from '../tables.ts'
import { isUnder, type ListFilters, type Reader } from './filters.ts'
import { hasArticles, lookUp, type Searching } from './search.ts'
import { articleMatches, ownMatches } from './search-matches.ts'

type Found = SelectQueryBuilder<Tables, never, { id: number; created_at: Date }>

/** All links of a library under the filters, exactly, the newest BULK_LINKS_MAX of them. @throws Rejected collection-not-found */
export const readLinkIds = async (
  db: ReadDb,
  reader: Reader,
  q: string | undefined,
  filters: ListFilters,
  plan: Plan,
): Promise<LinkIds> => {
  const search = q === undefined ? undefined : parseSearch(q, { advanced: isPaid(plan) })
  const isElsewhere = search?.shared !== undefined && search.shared !== (reader.seen !== undefined)
  if (isElsewhere) return { links: [], count: 0, isCut: false }
  const found =
    search === undefined || search.all
      ? await listed(db, reader, filters)
      : await matching(db, reader, { search, plan }, filters)
  const newest = db
    .selectFrom(found.as('found'))
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BULK_LINKS_MAX + 1)
  const { ids } = await db
    .selectFrom(newest.as('newest'))
    // One text costs less to read than 50,000 rows.
    .select(sql<string | null>`string_agg(id::text, ',')`.as('ids'))
    .executeTakeFirstOrThrow()
  const all = ids === null ? [] : ids.split(',').map(Number)
  const kept = all.slice(0, BULK_LINKS_MAX)
  return { links: toIdRanges(kept), count: kept.length, isCut: all.length > kept.length }
}

const listed = async (db: ReadDb, reader: Reader, filters: ListFilters): Promise<Found> => {
  const { archived, collection } = filters
  if (typeof collection === 'number') await checkCollection(db, reader.libraryId, collection)
  let links = db
    .selectFrom('links')
    .select(['id', 'created_at'])
    .where(isUnder('links', reader, filters))
  if (archived !== 'all') links = links.where('is_archived', '=', archived === 'true')
  return links as unknown as Found
}

const matching = async (
  db: ReadDb,
  reader: Reader,
  { search, plan }: Searching,
  filters: ListFilters,
): Promise<Found> => {
  const { libraryId } = reader
  const asked = { reader, libraryId, search, filters, ...(await lookUp(db, libraryId, search, filters)) }
  const own = ownMatches(db, asked)
  const article = hasArticles(reader, plan) ? articleMatches(db, asked) : undefined
  return (article ? own.union(article) : own) as unknown as Found
}
