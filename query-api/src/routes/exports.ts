import { Readable } from 'node:stream'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Export, ExportFormat, ExportList } from '@lectern/contracts/api/exports.ts'
import { exportFailureSentence } from '@lectern/contracts/export-failures.ts'
import { EXPORT_HOURS } from '@lectern/contracts/retention.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { QueryTools } from '../tools.ts'

type ById = { Params: { id: string } }

type Row = {
  readonly id: string
  readonly format: ExportFormat
  readonly kind: Export['scope']['kind']
  readonly name: string | null
  readonly file_name: string
  readonly status: Export['status']
  readonly written: number
  readonly total: number | null
  readonly size: number
  readonly failure: string | null
  readonly requested_at: Date
  readonly ended_at: Date | null
}

const TYPES: Record<ExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
  epub: 'application/epub+zip',
  audit: 'application/jsonl; charset=utf-8',
}

/** Exports of a library and their files. command-api takes the requests for them. */
export const exportRoutes = (app: FastifyInstance, { pool }: QueryTools): void => {
  /** @param id all where it is absent */
  const find = async (request: FastifyRequest, id?: string): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `SELECT id, format, scope AS kind, name, file_name, status, written, total, size, failure, requested_at, ended_at
       FROM exports.requests
       WHERE library_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id::text = $3)
         AND (ended_at IS NULL OR ended_at > now() - $4 * interval '1 hour')
       ORDER BY requested_at DESC, id`,
      [requireCaller(request).libraryId, requireCaller(request).userId, id?.toLowerCase(), EXPORT_HOURS],
    )
    return rows
  }
  const findOne = async (request: FastifyRequest<ById>): Promise<Row> => {
    const [row] = await find(request, request.params.id)
    if (row === undefined) throw new Rejected('export-not-found')
    return row
  }

  app.get('/api/exports', async (request): Promise<ExportList> => {
    return { exports: (await find(request)).map(exportOf) }
  })

  app.get<ById>('/api/exports/:id', async (request): Promise<Export> => exportOf(await findOne(request)))

  app.get<ById>('/api/exports/:id/file', async (request, reply) => {
    const row = await findOne(request)
    if (row.status !== 'done') throw new Rejected('export-not-found')
    return reply
      .type(TYPES[row.format])
      .header('content-length', row.size)
      .header('content-disposition', disposition(row.file_name))
      .send(Readable.from(piecesOf(pool, row.id)))
  })
}

const exportOf = (row: Row): Export => ({
  id: row.id,
  format: row.format,
  scope: { kind: row.kind, name: row.name },
  status: row.status,
  written: row.written,
  total: row.total,
  fileName: row.file_name,
  size: row.status === 'done' ? row.size : null,
  reason: row.failure === null ? null : exportFailureSentence(row.failure),
  requestedAt: row.requested_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  expiresAt:
    row.status === 'done' && row.ended_at
      ? new Date(row.ended_at.getTime() + EXPORT_HOURS * 3_600_000).toISOString()
      : null,
})

/** Reads a piece once the one before was sent. A file that is removed meanwhile breaks off. */
async function* piecesOf(pool: Pool, id: string): AsyncGenerator<Buffer> {
  for (let n = 0; ; n += 1) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM exports.pieces WHERE export_id = $1 AND n = $2',
      [id, n],
    )
    if (rows[0] === undefined) return
    yield rows[0].bytes
  }
}

/** Browsers take the second name, which has letters of all scripts. */
const disposition = (name: string): string => {
  const ascii = name.replace(/[^\w.-]+/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
