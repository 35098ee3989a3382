import type { Link } from '../api/links.ts'
import { type ExtractionFailure, extractionFailures } from '../extraction-failures.ts'
import { COPY_WIDTHS, type CopyWidth, imagePath } from '../images.ts'

/** What the read model has of a link's page; nulls while it is not read. */
export type PageRow = {
  readonly site_name: string | null
  readonly author: string | null
  readonly lead_copy: string | null
  readonly favicon_copy: string | null
  readonly excerpt: string | null
  readonly words: number | null
  readonly status: Link['extraction'] | null
  readonly reason: string | null
}

/** The facts of a link's page, as answers have them. */
export const pageOf = (row: PageRow) => ({
  siteName: row.site_name,
  author: row.author,
  favicon: imageOf(row.favicon_copy, COPY_WIDTHS.icon),
  previewImage: imageOf(row.lead_copy, COPY_WIDTHS.card),
  excerpt: row.excerpt,
  wordCount: row.words,
  extraction: row.status ?? ('pending' as const),
  extractionReason: row.status === 'failed' ? failureSentenceOf(row.reason) : null,
})

/** The address of a copy by its hash. */
export const imageOf = (hash: string | null, width: CopyWidth): string | null =>
  hash === null ? null : imagePath(hash, width)

/** The sentence for a reason's code. A code of a later version reads as giving up. */
export const failureSentenceOf = (code: string | null): string =>
  extractionFailures[code as ExtractionFailure] ?? extractionFailures['gave-up']
