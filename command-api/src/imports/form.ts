import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { Owner, Upload, Uploads } from './uploads.ts'

/** Room for the form around the file. */
const FORM_MAX = UPLOAD_MAX + 65_536

/** Limits of @fastify/multipart. Uploads bounds the file itself. */
export const FORM_LIMITS = { files: 1, fields: 5, fieldSize: 1_000, parts: 8, fileSize: FORM_MAX }

/** A form's file, stored, and its fields. */
export type Form = { readonly upload: Upload | undefined; readonly fields: Record<string, unknown> }

/** Messages of busboy and its plugin for a form that cannot be read; their errors have no status of 400. The needle is its boundary. */
const MALFORMED = /^Multipart: |^The needle cannot|unexpected end of multipart data|is not a valid JSON/i

/** Reads a multipart form while it comes. @throws Rejected file-too-large, bad-request, and those of Uploads.receive */
export const readForm = async (
  request: FastifyRequest,
  owner: Owner,
  uploads: Uploads,
  isWanted = false,
): Promise<Form> => {
  if (Number(request.headers['content-length'] ?? 0) > FORM_MAX) throw new Rejected('file-too-large')
  let upload: Upload | undefined
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      // A part without a file name may still be a file.
      if (part.type === 'file')
        upload = await uploads.receive(owner, part.filename ?? '', part.file, isWanted)
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'FST_FILES_LIMIT')
      throw new Rejected('bad-request', {}, 'Please choose one file at a time.')
    throw MALFORMED.test((error as Error).message) ? new Rejected('bad-request') : error
  }
  return { upload, fields }
}
