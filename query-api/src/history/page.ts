import type { HistoryPage } from '@lectern/contracts/api/history.ts'
import type { ReadDb } from '../tables.ts'
import { toActs } from './acts.ts'
import { encodePlace, type Place } from './cursor.ts'
import { type ActRow, type HistoryFilters, planOf, rowsOf } from './filters.ts'

/**
 * Acts that a page under several filters looks at. The first look is short, since Postgres reads all it may need to look at
 * where that is much.
 */
const LOOKS_MAX = 20_000
const FIRST_LOOKS = 500

/** A page of the history, newest first. */
export const readPage = async (
  db: ReadDb,
  libraryId: string,
  { after, limit, ...filters }: HistoryFilters & { after: Place | undefined; limit: number },
): Promise<HistoryPage> => {
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
  const acts = await toActs(db, libraryId, shown)
  if (rows.length > limit) return { acts, nextCursor: cursorOf(shown.at(-1)) }
  if (!isBounded) return { acts, nextCursor: null }
  const last = await db
    .selectFrom(look(LOOKS_MAX).as('act'))
    .select(['at', 'stream', 'revision'])
    .offset(LOOKS_MAX - 1)
    .executeTakeFirst()
  return { acts, nextCursor: cursorOf(last) }
}

const cursorOf = (place: Place | undefined) => (place === undefined ? null : encodePlace(place))
