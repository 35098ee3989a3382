import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ImportSource } from '@lectern/contracts/import-sources.ts'
import { type AnalyzeRequest, workSubjects } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { ask, Refused } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { z } from 'zod'
import type { Owner, Upload } from './uploads.ts'

/** A worker gives up before that. */
export const ANALYZE_WITHIN_MS = 60_000

const Facts = z.object({ source: ImportSource, totalItems: z.int(), newItems: z.int() })

/** The facts of a preview, and the whole ImportPreview as JSON. */
export type Analysis = z.infer<typeof Facts> & { readonly preview: string }

export type AnalyzeParts = {
  /** undefined until NATS has been reached. */
  readonly nats: () => Nats | undefined
  readonly pool: Pool
  readonly log: Log
}

export type Analyses = {
  /**
   * Has a worker read an upload. Uploads of one library are read one after the other, so that many large files of one
   * person keep others waiting no longer than one of them.
   * @throws Rejected file-refused with the reason; unavailable
   */
  analyze(upload: Upload, source: ImportSource, owner: Owner, withArticles: boolean): Promise<Analysis>
  /** The analysis of an upload that no import has used since its preview. */
  find(uploadId: string): Promise<Analysis | undefined>
}

export const analysesWith = ({ nats, pool, log }: AnalyzeParts): Analyses => {
  const ofLibrary = limitConcurrencyBy(1)
  const read = async (query: string, uploadId: string): Promise<Analysis | undefined> => {
    const { rows } = await pool.query<{ preview: string }>(query, [uploadId])
    const [found] = rows
    return found && { ...Facts.parse(JSON.parse(found.preview)), preview: found.preview }
  }

  const analyze: Analyses['analyze'] = async ({ id: uploadId }, source, { libraryId }, withArticles) => {
    const connection = nats()
    if (connection === undefined) throw new Rejected('unavailable')
    const request: AnalyzeRequest = { uploadId, libraryId, source, withArticles }
    const options = { timeoutMs: ANALYZE_WITHIN_MS }
    try {
      await ask(connection, workSubjects.analyze, request, z.object({ ok: z.literal(true) }), options)
    } catch (error) {
      if (error instanceof Refused && !error.retryable)
        throw new Rejected(
          error.code === 'too-many-requests' ? error.code : 'file-refused',
          {},
          error.message,
        )
      log.warn({ err: error, uploadId }, 'an upload was not analyzed')
      throw new Rejected('unavailable')
    }
    const found = await read(STORED, uploadId)
    if (found === undefined) throw new Rejected('unavailable')
    return found
  }

  return {
    analyze: (upload, source, owner, withArticles) =>
      ofLibrary.use(owner.libraryId, () => analyze(upload, source, owner, withArticles)),
    find: uploadId => read(`${STORED} AND EXISTS (${UNUSED})`, uploadId),
  }
}

const STORED = 'SELECT preview::text FROM content.upload_previews AS stored WHERE upload_id = $1'
const UNUSED = 'SELECT FROM uploads.files WHERE id = stored.upload_id AND confirmed_at IS NULL'
