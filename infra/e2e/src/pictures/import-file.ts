import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import type { APIRequestContext } from '@playwright/test'

const ATTEMPTS = 5

/** Imports a CSV file into the account of this request context. A busy machine may not read it in time, and is asked again. */
export const importFile = async (
  request: APIRequestContext,
  source: ImportSource,
  name: string,
  csv: string,
): Promise<void> => {
  let answer = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(csv) }
    const imported = await request.post(`/api/import/${source}`, { multipart: { file }, timeout: 180_000 })
    if (imported.ok()) return
    answer = await imported.text()
  }
  throw new Error(`${name} was not imported: ${answer}`)
}
