import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import type { Snapshot } from '../snapshot.ts'
import { csvFormat } from './csv.ts'
import { htmlFormat } from './html.ts'
import { jsonFormat } from './json.ts'
import { zipFormat } from './zip.ts'

/**
 * Gives the file of a library from its beginning to its end. Memory does not grow with the library.
 * @param told is called for each link that is written; a rejection ends the file
 */
export type Format = (library: Snapshot, told: () => Promise<void>) => AsyncIterable<string | Uint8Array>

/** A format is one function here. */
export const formats: Record<ExportFormat, Format> = {
  json: jsonFormat,
  csv: csvFormat,
  html: htmlFormat,
  zip: zipFormat,
}

const BATCH = 65_536

/** Short texts in larger ones. */
export async function* inBatches(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let batch = ''
  for await (const text of texts) {
    batch += text
    if (batch.length < BATCH) continue
    yield batch
    batch = ''
  }
  if (batch !== '') yield batch
}
