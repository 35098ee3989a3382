import type { HistoryMonths } from '@lectern/contracts/api/history.ts'
import { ACT_GROUPS } from '@lectern/contracts/api/history.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { type HistoryFilters, planOf, rowsOf } from './filters.ts'

/** How many acts each month has, newest first. */
export const readMonths = async (
  db: ReadDb,
  libraryId: string,
  filters: HistoryFilters,
): Promise<HistoryMonths> => {
  const { kind, via, ...others } = filters
  const isCounted = Object.values(others).every(value => value === undefined)
  const rows = isCounted
    ? await countedMonths(db, libraryId, { kind, via })
    : await countMonths(db, libraryId, filters)
  return { months: rows }
}

const countedMonths = (
  db: ReadDb,
  libraryId: string,
  { kind, via }: Pick<HistoryFilters, 'kind' | 'via'>,
) => {
  let months = db.selectFrom('act_months').where('library_id', '=', libraryId)
  if (kind !== undefined) months = months.where('kind', 'in', [...ACT_GROUPS[kind]])
  if (via !== undefined) months = months.where('via', '=', via)
  return months
    .groupBy('month')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), sql<number>`sum(acts)::integer`.as('count')])
    .orderBy('act_months.month', 'desc')
    .execute()
}

const countMonths = async (db: ReadDb, libraryId: string, filters: HistoryFilters) => {
  const plan = await planOf(db, libraryId, filters)
  let acts = db.selectFrom(rowsOf(db, plan, { from: filters.from, until: filters.until }).as('act'))
  for (const test of plan.rest) acts = acts.where(test)
  return acts
    .select([
      sql<string>`to_char(act.at AT TIME ZONE 'UTC', 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`, 'desc')
    .execute()
}
