import { UPLOAD_PIECE } from '@lectern/contracts/uploads.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { SourceFile } from '../sources/source.ts'

/** The uploaded file, read from Postgres piece by piece; undefined where it is gone. */
export async function openUpload(pool: Pool, uploadId: string): Promise<SourceFile | undefined> {
  const { rows } = await pool.query<{ name: string; size: number }>(
    'SELECT name, size FROM uploads.files WHERE id = $1 AND sha256 IS NOT NULL',
    [uploadId],
  )
  const [file] = rows
  return file && { ...file, read: (start = 0, end = file.size) => readRange(pool, uploadId, start, end) }
}

/** A file that vanished while it was read. */
export class UploadGone extends Error {
  override readonly name = 'UploadGone'
}

async function* readRange(pool: Pool, uploadId: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const n = Math.floor(at / UPLOAD_PIECE)
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM uploads.pieces WHERE upload_id = $1 AND n = $2',
      [uploadId, n],
    )
    const from = at - n * UPLOAD_PIECE
    const piece = rows[0]?.bytes.subarray(from, from + end - at)
    if (piece === undefined || piece.length === 0) throw new UploadGone(uploadId)
    yield piece
    at += piece.length
  }
}
