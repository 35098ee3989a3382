import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import { csvFormat } from './csv.ts'
import { epubFormat } from './epub.ts'
import type { Format } from './format.ts'
import { htmlFormat } from './html.ts'
import { jsonFormat } from './json.ts'
import { zipFormat } from './zip.ts'

/** A format of libraries is one function here. Audit files are made of events (../audit.ts). */
export const formats: Record<Exclude<ExportFormat, 'audit'>, Format> = {
  json: jsonFormat,
  csv: csvFormat,
  html: htmlFormat,
  zip: zipFormat,
  epub: epubFormat,
}
