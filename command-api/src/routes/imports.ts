import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  type ImportAccepted,
  type ImportAnswer,
  ImportUploadRequest,
} from '@lectern/contracts/api/imports.ts'
import { CLIENT_VERSION_HEADER, sourceForClient } from '@lectern/contracts/client-version.ts'
import { IMPORT_FAILURES } from '@lectern/contracts/import-reasons.ts'
import { ImportSource } from '@lectern/contracts/import-sources.ts'
import { BODY_WITHIN_MS_MAX } from '@lectern/platform/http/answer-in-time.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import { findUnended } from '../domain/library/imports.ts'
import type { Library } from '../domain/library/state.ts'
import { ANALYZE_WITHIN_MS, type Analyses } from '../imports/analyze.ts'
import { readDirect } from '../imports/direct-body.ts'
import { FORM_LIMITS, readForm } from '../imports/form.ts'
import type { Upload, Uploads } from '../imports/uploads.ts'
import { waitForEnd } from '../imports/wait-for-end.ts'
import { issuedBy, now, tellPosition } from './commands.ts'

/** An import call is answered 202 this long after its body has come, and the import goes on. */
const WAIT_MS = 25_000
const HOUR_MS = 3_600_000

export type ImportRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly uploads: Uploads
  readonly analyses: Analyses
  readonly limits: Limits
}

type OfSource = { Params: { source: string } }
/** An upload to import, as the export of a service. */
type Wanted = {
  readonly upload: Upload
  readonly source: ImportSource
  readonly proceedWithFree: boolean
  readonly addToExisting: boolean
}

export const importRoutes = async (
  app: FastifyInstance,
  { libraries, uploads, analyses, limits }: ImportRouteParts,
): Promise<void> => {
  await app.register(multipart, { limits: FORM_LIMITS })
  const anHour = (limit: number, name: string) => limits.ofCaller(limit, { windowMs: HOUR_MS, name })
  const slow = { bodyWithinMs: BODY_WITHIN_MS_MAX, answerWithinMs: ANALYZE_WITHIN_MS + 10_000 }
  const previewOptions = { onRequest: anHour(60, 'import-previews'), config: slow }
  const importOptions = { onRequest: anHour(20, 'imports'), config: slow }

  const preview = async (source: ImportSource, request: FastifyRequest, reply: FastifyReply) => {
    const caller = requireCaller(request)
    if (!request.isMultipart()) throw new Rejected('no-file')
    const { upload } = await readForm(request, caller, uploads)
    if (upload === undefined) throw new Rejected('no-file')
    const found = await analyses.analyze(upload, source, caller, true)
    const shown = sourceForClient(found.source, request.headers[CLIENT_VERSION_HEADER])
    const isShown = shown === found.source
    const preview = isShown ? found.preview : JSON.stringify({ ...JSON.parse(found.preview), source: shown })
    return reply.type('application/json; charset=utf-8').send(preview)
  }

  /** @throws Rejected upload-again where the upload is gone */
  const findUpload = async (request: FastifyRequest, id: string): Promise<Upload> => {
    const found = await uploads.find(requireCaller(request), id)
    if (found === undefined) throw new Rejected('upload-again')
    return found
  }

  const wantedOf = async (source: ImportSource, request: FastifyRequest): Promise<Wanted> => {
    const caller = requireCaller(request)
    if (!request.isMultipart()) {
      const { uploadId, ...choices } = readInput(ImportUploadRequest, request.body)
      return { upload: await findUpload(request, uploadId), source, ...choices }
    }
    const { upload, fields } = await readForm(request, caller, uploads, true)
    const [proceedWithFree, addToExisting] = [
      fields.proceedWithFree === 'true',
      fields.addToExisting === 'true',
    ]
    if (upload !== undefined) return { upload, source, proceedWithFree, addToExisting }
    if (fields.uploadId === undefined) throw new Rejected('no-file')
    const { uploadId } = readInput(ImportUploadRequest, { uploadId: fields.uploadId })
    return { upload: await findUpload(request, uploadId), source, proceedWithFree, addToExisting }
  }

  const wantedDirectly = async (request: FastifyRequest): Promise<Wanted> => {
    if (request.isMultipart()) return wantedOf('pocket', request)
    const { file, fields } = await readDirect((request.body as Readable | undefined) ?? Readable.from([]))
    if (file !== undefined) {
      const upload = await uploads.receive(requireCaller(request), 'articles.json', file, true)
      const { proceedWithFree, addToExisting } = await fields
      return { upload, source: 'pocket', proceedWithFree, addToExisting }
    }
    if (fields.uploadId === undefined) throw new Rejected('no-file', {}, 'No articles to import')
    const upload = await findUpload(request, fields.uploadId)
    const { proceedWithFree, addToExisting } = fields
    return { upload, source: 'pocket', proceedWithFree, addToExisting }
  }

  /** A call repeated under its Idempotency-Key has the same import. */
  const start = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { upload, source, proceedWithFree, addToExisting }: Wanted,
  ): Promise<string> => {
    const caller = requireCaller(request)
    const { libraryId, userId } = caller
    const issued = issuedBy(request, caller)
    const importId = eventId(libraryId, issued.commandId, 0)
    // A file that cannot be imported serves nobody. The account may have been deleted while it came.
    const releasing = async (error: unknown): Promise<never> => {
      if (isOfClosed(error)) await uploads.remove(upload.id)
      else if (error instanceof Rejected) await uploads.release(upload.id)
      throw error
    }
    const isKnownIn = ({ imports, closed }: Library): boolean => {
      if (closed) throw new Rejected('account-closed')
      return imports.has(importId)
    }
    const { value: isKnown, position } = await libraries.readAt(libraryId, isKnownIn).catch(releasing)
    if (isKnown) {
      tellPosition(reply, { position })
      return importId
    }
    const found =
      (await analyses.find(upload.id)) ??
      (await analyses.analyze(upload, source, caller, false).catch(releasing))
    await uploads.confirm(upload.id)
    const command = {
      type: 'RequestImport',
      importId,
      uploadId: upload.id,
      sha256: upload.sha256,
      source: found.source,
      fileName: upload.name,
      requestedBy: userId,
      expectedRows: found.totalItems,
      newRows: found.newItems,
      proceedWithFree,
      addToExisting,
      now: now(),
    } as const
    // The client's key is the import's: the analysis of a repeated call may differ.
    const outcome = await libraries
      .handle(libraryId, command, { ...issued, commandId: uuidv7(), generated: true })
      .catch(releasing)
    tellPosition(reply, outcome)
    if (outcome.events.length > 0) return importId
    return (await libraries.read(libraryId, library => findUnended(library, upload.id))) ?? importId
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, wanted: Wanted) => {
    const until = Date.now() + WAIT_MS
    const importId = await start(request, reply, wanted)
    const { libraryId } = requireCaller(request)
    const isAsync = /\brespond-async\b/.test(String(request.headers.prefer))
    const ended = isAsync ? undefined : await waitForEnd(libraries, libraryId, importId, until)
    if (ended === undefined) return reply.code(202).send({ importId } satisfies ImportAccepted)
    const { status, totals, failure } = ended.value
    const source = sourceForClient(ended.value.source, request.headers[CLIENT_VERSION_HEADER])
    tellPosition(reply, ended)
    if (status === 'failed')
      throw new Rejected('file-refused', { importId }, IMPORT_FAILURES[failure ?? 'unreadable'])
    const { imported, duplicates, skipped, failed } = totals
    const message = imported === 0 ? 'No new articles to import' : 'Import Successful'
    const counts = { imported, importedCount: imported, duplicates, skipped, failed }
    return reply.send({ importId, source, ...counts, message } satisfies ImportAnswer)
  }

  app.post('/api/migrate/analyze', previewOptions, (request, reply) => preview('pocket', request, reply))
  await app.register(async direct => {
    direct.removeContentTypeParser('application/json')
    direct.addContentTypeParser('application/json', (_request, body, done) => done(null, body))
    direct.post('/api/migrate/import-direct', importOptions, async (request, reply) =>
      answer(request, reply, await wantedDirectly(request)),
    )
  })
  app.post<OfSource>('/api/import/:source/preview', previewOptions, (request, reply) =>
    preview(sourceOf(request), request, reply),
  )
  app.post<OfSource>('/api/import/:source', importOptions, async (request, reply) =>
    answer(request, reply, await wantedOf(sourceOf(request), request)),
  )
}

/** @throws Rejected not-found */
const sourceOf = ({ params }: FastifyRequest<OfSource>): ImportSource => {
  const source = ImportSource.safeParse(params.source)
  if (!source.success) throw new Rejected('not-found')
  return source.data
}
