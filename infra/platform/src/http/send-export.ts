import { Readable } from 'node:stream'
import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import type { FastifyReply } from 'fastify'
import type { Pool } from '../postgres/postgres.ts'

const TYPES: Record<ExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
  epub: 'application/epub+zip',
  audit: 'application/jsonl; charset=utf-8',
}

export type ExportFile = {
  readonly id: string
  readonly format: ExportFormat
  readonly fileName: string
  /** Bytes. */
  readonly size: number
}

/** Answers with the file of an export that is done, a piece of it in memory. */
export const sendExport = (reply: FastifyReply, pool: Pool, file: ExportFile): FastifyReply =>
  reply
    .type(TYPES[file.format])
    .header('content-length', file.size)
    .header('content-disposition', disposition(file.fileName))
    .send(Readable.from(piecesOf(pool, file)))

/** Reads a piece once the one before was sent. A file that is removed meanwhile breaks the answer off. */
async function* piecesOf(pool: Pool, { id, size }: ExportFile): AsyncGenerator<Buffer> {
  let sent = 0
  for (let n = 0; sent < size; n += 1) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM exports.pieces WHERE export_id = $1 AND n = $2',
      [id, n],
    )
    if (rows[0] === undefined) throw new Error(`The file of export ${id} was removed while it was sent`)
    sent += rows[0].bytes.length
    yield rows[0].bytes
  }
}

/** Browsers take the second name, which has letters of all scripts. */
const disposition = (name: string): string => {
  const ascii = name.replace(/[^\w.-]+/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
