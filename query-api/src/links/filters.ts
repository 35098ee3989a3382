import { type RawBuilder, sql } from 'kysely'
import type { Cursor, Place, Sort } from './cursor.ts'

export type Reader = {
  readonly libraryId: string
  readonly userId: string
  /** The library is of somebody else: its owner's name, and the id by which it knows the reader. */
  readonly seen?: { readonly memberId: string; readonly owner: string }
}

export type ListFilters = {
  readonly archived: 'true' | 'false' | 'all'
  readonly favorite?: boolean | undefined
  /** The id of a collection; `none` for links that are in no collection. */
  readonly collection?: number | 'none' | undefined
  readonly progress?: 'unread' | 'begun' | 'finished' | undefined
  /** The key of an address. */
  readonly urlKey?: string | undefined
  /** Links on a page. */
  readonly limit: number
}

/** Where a page of the newest links begins. */
export type Paged = ListFilters & { readonly cursor: Cursor | undefined }
/** Where a page of another order begins. */
export type SortedPage = ListFilters & { readonly sort: Sort; readonly after: Place | undefined }

const PROGRESS = {
  unread: (position: RawBuilder<unknown>) => sql<boolean>`NOT EXISTS (${position})`,
  begun: (position: RawBuilder<unknown>) => sql<boolean>`EXISTS (${position} AND NOT p.is_finished)`,
  finished: (position: RawBuilder<unknown>) => sql<boolean>`EXISTS (${position} AND p.is_finished)`,
}

/** Whether the person has read the link of this table so far. */
export const hasProgress = (
  table: string,
  { libraryId, userId }: Reader,
  progress: NonNullable<ListFilters['progress']>,
): RawBuilder<boolean> =>
  PROGRESS[progress](sql`SELECT FROM reading.positions AS p WHERE p.library_id = ${libraryId}::uuid
    AND p.user_id = ${userId}::uuid AND p.link_id = ${sql.ref(`${table}.id`)}`)

/** Whether the link of this table is in its library and under the filters, but for `archived`. */
export const isUnder = (table: string, reader: Reader, filters: ListFilters): RawBuilder<boolean> => {
  const { favorite, collection, progress, urlKey } = filters
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const all = [sql<boolean>`${column('library_id')} = ${reader.libraryId}::uuid`]
  if (favorite !== undefined) all.push(sql`${column('is_favorite')} = ${favorite}`)
  if (collection === 'none') all.push(sql`${column('collection_id')} IS NULL`)
  else if (collection !== undefined) all.push(sql`${column('collection_id')} = ${collection}::integer`)
  if (urlKey !== undefined) all.push(sql`${column('url_key')} = ${urlKey}`)
  if (progress !== undefined) all.push(hasProgress(table, reader, progress))
  return sql<boolean>`(${sql.join(all, sql` AND `)})`
}
