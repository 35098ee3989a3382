import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { HistoryMonths, HistoryPage } from '@lectern/contracts/api/history.ts'
import { HistoryQuery } from '@lectern/contracts/api/history-query.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance } from 'fastify'
import { decodePlace } from '../history/cursor.ts'
import type { HistoryFilters } from '../history/filters.ts'
import { readMonths } from '../history/months.ts'
import { readPage } from '../history/page.ts'
import type { ReadDb } from '../tables.ts'
import type { QueryTools } from '../tools.ts'

/** Reads of one library's history that Postgres answers at once. Many of one person hold up nobody else. */
const OF_LIBRARY = 2
/** Counts of months that Postgres answers at once: they may go through a whole history. */
const COUNTS = 2

export const historyRoutes = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  const ofLibrary = limitConcurrencyBy(OF_LIBRARY)
  const counts = limitConcurrency(COUNTS)
  const options = { preHandler: gate.history }

  app.get('/api/history', options, async (request): Promise<HistoryPage> => {
    const caller = requireCaller(request)
    const { libraryId } = caller
    const { cursor, limit, ...filters } = readInput(HistoryQuery, request.query)
    const after = cursor === undefined ? undefined : decodePlace(cursor)
    const db = read()
    return ofLibrary.use(libraryId, async () => {
      await checkNamed(db, libraryId, filters)
      return readPage(db, caller, { ...filters, after, limit })
    })
  })

  app.get('/api/history/months', options, async (request): Promise<HistoryMonths> => {
    const { libraryId } = requireCaller(request)
    const { cursor: _, limit: __, ...filters } = readInput(HistoryQuery, request.query)
    const db = read()
    return ofLibrary.use(libraryId, () =>
      counts.use(async () => {
        await checkNamed(db, libraryId, filters)
        return readMonths(db, libraryId, filters)
      }),
    )
  })
}

/** @throws Rejected link-not-found, collection-not-found, import-not-found for what the library never had */
const checkNamed = async (db: ReadDb, libraryId: string, filters: HistoryFilters): Promise<void> => {
  const { link, collection, import: importId } = filters
  const hasName = async (kind: 'l' | 'c', id: number) =>
    (await db
      .selectFrom('history_names')
      .select('id')
      .where('library_id', '=', libraryId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  if (link !== undefined && !(await hasName('l', link))) throw new Rejected('link-not-found')
  if (collection !== undefined && !(await hasName('c', collection)))
    throw new Rejected('collection-not-found')
  if (importId === undefined) return
  const found = await db
    .selectFrom('acts')
    .select('revision')
    .where('library_id', '=', libraryId)
    .where('import_id', '=', importId)
    .executeTakeFirst()
  if (found === undefined) throw new Rejected('import-not-found')
}
