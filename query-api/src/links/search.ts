import { hash } from 'node:crypto'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { isPaid, PLANS } from '@lectern/contracts/plans.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { onOneConnection, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { permits, permitsBy } from '@lectern/platform/process/permits.ts'
import { type ListFilters, linksText, listLinks, PAGE_SIZES, type Row, restOf, toJson } from './list.ts'
import type { Collection } from './search-conditions.ts'
import { readLibraryFacts, readShares } from './search-facts.ts'
import type { Remembered } from './search-memory.ts'
import { SEARCH_TOTAL_MAX } from './search-sql.ts'
import { searchStatement } from './search-statement.ts'

/** Searches that Postgres does at once; the other connections are for what takes less. */
const underWay = permits(4)
/** Those of one library: nobody else waits behind many that take long. */
const ofLibrary = permitsBy(2)
/** Longer pages are not remembered. */
const REMEMBERED_LINKS_MAX = Math.max(...PAGE_SIZES)

/**
 * The JSON text of a LinkList of what matches: by its own texts and tags first, then what only its article has, each newest
 * first. What was found before is remembered, and its links read anew. @throws Rejected collection-not-found
 */
export const searchLinks = async (
  pool: Pool,
  schema: string,
  libraryId: string,
  text: string,
  filters: ListFilters,
  remembered: Remembered,
): Promise<string> => {
  const { archived, favorite, collection, limit, cursor } = filters
  const search = hash('sha1', JSON.stringify([text, archived, favorite, collection]), 'base64url')
  const page = `${search} ${JSON.stringify([limit, cursor])}`
  const known = remembered.pages.get(page)
  if (known !== undefined) return toJson(await readLinks(pool, schema, libraryId, known.ids), known.rest)
  const ask = () =>
    onOneConnection(pool, connection =>
      searchAnew(connection, schema, libraryId, text, filters, remembered, { search, page }),
    )
  return ofLibrary.use(libraryId, () => underWay.use(ask))
}

/** Page and total are of one query, so of the same moment, unless the total is remembered. @param names what it is remembered by */
const searchAnew = async (
  db: Queryable,
  schema: string,
  libraryId: string,
  text: string,
  filters: ListFilters,
  remembered: Remembered,
  names: { readonly search: string; readonly page: string },
): Promise<string> => {
  // One after the other: a connection that is given back must have nothing under way.
  const known = await remembered.facts(() => readLibraryFacts(db, schema, libraryId))
  const shareOf = await remembered.shares(known.links, () => readShares(db, schema, libraryId))
  const facts = { ...known, shareOf }
  const search = parseSearch(text, { advanced: isPaid(facts.plan) })
  if (search.all) return listLinks(db, schema, libraryId, filters)

  const { advanced } = search
  const { collection } = filters
  const namesCollections = advanced.collections.length + advanced.not.collections.length > 0
  const collections =
    namesCollections || typeof collection === 'number' ? await collectionsOf(db, schema, libraryId) : []
  if (typeof collection === 'number' && !collections.some(({ id }) => id === collection))
    throw new Rejected('collection-not-found')

  const limit = filters.limit ?? PLANS[facts.plan].pageSize
  const total = remembered.totals.get(names.search)
  const statement = searchStatement(schema, libraryId, search, filters, facts, collections, limit, total)
  const { rows } = await db.query<Row>({ ...statement, rowMode: 'array' })
  const [row] = rows
  const counted = row?.[4] ?? 0
  const isMore = counted > SEARCH_TOTAL_MAX
  if (row && isMore) row[4] = SEARCH_TOTAL_MAX
  const more = isMore ? ',"totalIsLowerBound":true' : ''
  const upgrade = search.usesAdvanced && !isPaid(facts.plan) ? ',"advancedSearch":"upgrade"' : ''
  const rest = restOf(row) + more + upgrade
  remembered.totals.set(names.search, counted)
  if (limit <= REMEMBERED_LINKS_MAX) remembered.pages.set(names.page, { ids: row?.[6] ?? '{}', rest })
  return toJson(row?.[0], rest)
}

/** The JSON texts of these links, an array in SQL, with commas between. */
const readLinks = async (
  db: Queryable,
  schema: string,
  libraryId: string,
  ids: string,
): Promise<string | null | undefined> => {
  const { rows } = await db.query<[string | null]>({
    name: `links@${schema}`,
    text: linksText(schema),
    rowMode: 'array',
    values: [libraryId, ids],
  })
  return rows[0]?.[0]
}

const collectionsOf = async (db: Queryable, schema: string, libraryId: string): Promise<Collection[]> => {
  const { rows } = await db.query<Collection>({
    name: `collection-names@${schema}`,
    text: `SELECT id, name FROM ${schema}.collections WHERE library_id = $1`,
    values: [libraryId],
  })
  return rows
}
