import {
  ImportAccepted,
  type ImportDirectRequest,
  ImportPreview,
  type ImportUploadRequest,
} from '@lectern/contracts/api/imports.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { sendOk } from '../../lib/api.ts'
import { type Sent, upload } from '../../lib/upload.ts'

const pathOf = (source: ImportSource) =>
  source === 'pocket'
    ? { preview: '/api/migrate/analyze', start: '/api/migrate/import-direct' }
    : { preview: `/api/import/${source}/preview`, start: `/api/import/${source}` }

/** Uploads a file. The server keeps it under the preview's uploadId. */
export const analyze = (
  source: ImportSource,
  file: File,
  options: { onProgress: (sent: Sent) => void; signal: AbortSignal },
): Promise<ImportPreview> => upload(pathOf(source).preview, file, ImportPreview, options)

/** proceedWithFree: import what the plan has room for. addToExisting: duplicates add their tags and folders to what is there. */
export type Choices = { readonly proceedWithFree: boolean; readonly addToExisting: boolean }

/** Starts the import of an uploaded file. It is no act of the outbox, because the server has the file. @returns its id */
export const startImport = async (
  source: ImportSource,
  { uploadId, totalItems }: Pick<ImportPreview, 'uploadId' | 'totalItems'>,
  choices: Choices,
  key: string,
): Promise<string> => {
  const request = { uploadId, ...choices }
  const body: ImportDirectRequest | ImportUploadRequest =
    source === 'pocket' ? { ...request, totalItems } : request
  const headers = { prefer: 'respond-async' }
  const answer = await sendOk({ method: 'POST', path: pathOf(source).start, body, headers }, key)
  // A server that waited for the end answers 200 with more than the id.
  return ImportAccepted.parse(await answer.json()).importId
}
