import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Export, ExportFormat, ExportList } from '@lectern/contracts/api/exports.ts'
import { exportFailureSentence } from '@lectern/contracts/export-failures.ts'
import { EXPORT_HOURS } from '@lectern/contracts/retention.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { sendExport } from '@lectern/platform/http/send-export.ts'
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

/** Exports of a library and their files. command-api takes the requests for them. */
export const exportRoutes = (app: FastifyInstance, { pool }: QueryTools): void => {
  /** @param id all where it is absent */
  const find = async (request: FastifyRequest, id?: string): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `SELECT id, format, scope AS kind, name, file_name, status, written, total, size, failure, requested_at, ended_at
       FROM exports.requests
       WHERE library_id = $1 AND user_id = $2 AND NOT for_device AND ($3::text IS NULL OR id::text = $3)
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
    return sendExport(reply, pool, { ...row, fileName: row.file_name })
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
