import { Readable } from 'node:stream'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  type Import,
  type ImportLedger,
  type ImportList,
  LedgerKind,
  LedgerQuery,
} from '@lectern/contracts/api/imports.ts'
import { CLIENT_VERSION_HEADER, sourceForClient } from '@lectern/contracts/client-version.ts'
import { importOf } from '@lectern/contracts/read-model/imports.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CSV_HEADER, ledgerLine } from '../imports/csv.ts'
import { ledgerParts, type Place } from '../imports/ledger.ts'
import type { QueryTools } from '../tools.ts'

const LISTED_MAX = 100
/** A page ends after the part that reaches this many rows. */
const PAGE_ROWS = 500
const START: Place = [0, 0]

const COLUMNS = [
  ...(['id', 'source', 'file_name', 'status', 'reason', 'expected_rows', 'read', 'imported'] as const),
  ...(['duplicates', 'added', 'skipped', 'failed', 'shortened', 'notes', 'notes_failed'] as const),
  ...(['requested_at', 'ended_at'] as const),
] as const

type ById = { Params: { id: string } }

export const importRoutes = (app: FastifyInstance, { read, gate }: QueryTools): void => {
  const options = { preHandler: gate.library }

  /** @throws Rejected import-not-found */
  const find = async (request: FastifyRequest<ById>) => {
    const { id } = request.params
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Rejected('import-not-found')
    const found = await read()
      .selectFrom('imports')
      .select(COLUMNS)
      .where('library_id', '=', requireCaller(request).libraryId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) throw new Rejected('import-not-found')
    return importFor(request)(found)
  }

  app.get('/api/imports', options, async (request): Promise<ImportList> => {
    const rows = await read()
      .selectFrom('imports')
      .select(COLUMNS)
      .where('library_id', '=', requireCaller(request).libraryId)
      .orderBy('requested_at', 'desc')
      .limit(LISTED_MAX)
      .execute()
    return { imports: rows.map(importFor(request)) }
  })

  app.get<ById>('/api/imports/:id', options, async (request): Promise<ImportLedger> => {
    const { libraryId } = requireCaller(request)
    const { kind: kinds = LedgerKind.options, cursor } = readInput(LedgerQuery, request.query)
    const found = await find(request)
    const of = { libraryId, importId: found.id, kinds }
    const rows: ImportLedger['rows'] = []
    for await (const part of ledgerParts(read, of, placeOf(cursor))) {
      rows.push(...part.rows)
      if (rows.length >= PAGE_ROWS) return { import: found, rows, nextCursor: part.place.join('.') }
    }
    return { import: found, rows, nextCursor: null }
  })

  app.get<ById>('/api/imports/:id/rows.csv', options, async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const { kind: kinds = LedgerKind.options } = readInput(LedgerQuery, request.query)
    const { id: importId, source } = await find(request)
    const lines = async function* () {
      yield CSV_HEADER
      for await (const { rows } of ledgerParts(read, { libraryId, importId, kinds }, START))
        if (rows.length > 0) yield rows.map(ledgerLine).join('')
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="lectern-import-${source}-${importId}.csv"`)
      .send(Readable.from(lines()))
  })
}

const importFor =
  ({ headers }: FastifyRequest) =>
  (row: Parameters<typeof importOf>[0]): Import => {
    const found = importOf(row)
    return { ...found, source: sourceForClient(found.source, headers[CLIENT_VERSION_HEADER]) }
  }

const placeOf = (cursor: string | undefined): Place => {
  if (cursor === undefined) return START
  const [firstRow = 0, part = 0] = cursor.split('.').map(Number)
  return [firstRow, part]
}
