import type { HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { actsElsewhere, tellElsewhere, withLinksElsewhere } from '../shared/own-acts.ts'
import type { ReadDb } from '../tables.ts'
import { toActs } from './acts.ts'
import { encodePlace, type Place } from './cursor.ts'
import { type ActRow, type HistoryFilters, planOf, rowsOf } from './filters.ts'
import { merged } from './merge.ts'

/**
 * Acts that a page under several filters looks at. The first look is short, since Postgres reads all it may need to look at
 * where that is much.
 */
const LOOKS_MAX = 20_000
const FIRST_LOOKS = 500

type Wanted = HistoryFilters & { readonly after: Place | undefined; readonly limit: number }
type Rows = { readonly rows: readonly ActRow[]; readonly next: Place | undefined }

/**
 * A page of the history, newest first: what was done in the own library, and what its person did in those of others.
 */
export const readPage = async (
  db: ReadDb,
  { libraryId, userId }: { readonly libraryId: string; readonly userId: string },
  wanted: Wanted,
): Promise<HistoryPage> => {
  const [own, elsewhere] = await Promise.all([
    readOwn(db, libraryId, wanted),
    actsElsewhere(db, userId, { ...wanted, limit: wanted.limit + 1 }),
  ])
  const { rows: shown, next } = merged(own, elsewhere, wanted.limit)
  const ownRows = shown.filter(row => row.library_id === libraryId)
  const acts = await withLinksElsewhere(db, userId, ownRows, await toActs(db, libraryId, ownRows))
  const told = await tellElsewhere(
    db,
    userId,
    shown.filter(row => row.library_id !== libraryId),
  )
  for (const [n, row] of ownRows.entries()) told.set(row, acts[n] as HistoryAct)
  return { acts: shown.flatMap(row => told.get(row) ?? []), nextCursor: next ? encodePlace(next) : null }
}

const readOwn = async (
  db: ReadDb,
  libraryId: string,
  { after, limit, ...filters }: Wanted,
): Promise<Rows> => {
  const plan = await planOf(db, libraryId, filters)
  const window = { from: filters.from, until: filters.until, after }
  const look = (looks: number) => rowsOf(db, plan, window, looks)
  const find = (looks: number): Promise<ActRow[]> => {
    let page = db.selectFrom(look(looks).as('act')).selectAll()
    for (const test of plan.rest) page = page.where(test)
    return page
      .orderBy('act.at', 'desc')
      .orderBy('act.stream', 'desc')
      .orderBy('act.revision', 'desc')
      .limit(limit + 1)
      .execute()
  }
  const isBounded = plan.rest.length > 0
  let rows = await find(isBounded ? FIRST_LOOKS : limit + 1)
  if (isBounded && rows.length <= limit) rows = await find(LOOKS_MAX)
  const shown = rows.slice(0, limit)
  if (rows.length > limit) return { rows: shown, next: shown.at(-1) }
  if (!isBounded) return { rows: shown, next: undefined }
  const last = await db
    .selectFrom(look(LOOKS_MAX).as('act'))
    .select(['at', 'stream', 'revision'])
    .offset(LOOKS_MAX - 1)
    .executeTakeFirst()
  return { rows: shown, next: last }
}
