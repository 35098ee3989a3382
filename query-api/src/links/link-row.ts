import type { Link } from '@lectern/contracts/api/links.ts'
import { type ExtractionFailure, extractionFailures } from '@lectern/contracts/extraction-failures.ts'

/** Columns of a `link` and its outer-joined `article`, as `toLink` takes them. */
export const LINK_COLUMNS = [
  'link.id',
  'link.url',
  'link.title',
  'link.note',
  'link.tags',
  'link.created_at',
  'link.is_favorite',
  'link.is_archived',
  'link.collection_id',
  'article.site_name',
  'article.favicon',
  'article.image',
  'article.excerpt',
  'article.words',
  'article.status',
  'article.reason',
] as const

export type LinkRow = {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly note: string | null
  readonly tags: string[]
  /** A Date, or in JSON its text. */
  readonly created_at: Date | string
  readonly is_favorite: boolean
  readonly is_archived: boolean
  readonly collection_id: number | null
  readonly site_name: string | null
  readonly favicon: string | null
  readonly image: string | null
  readonly excerpt: string | null
  readonly words: number | null
  readonly status: Link['extraction'] | null
  readonly reason: string | null
}

export const toLink = (row: LinkRow): Link => ({
  id: row.id,
  url: row.url,
  title: row.title,
  note: row.note,
  createdAt: new Date(row.created_at).toISOString(),
  tags: row.tags,
  isFavorite: row.is_favorite,
  isArchived: row.is_archived,
  collectionId: row.collection_id,
  siteName: row.site_name,
  favicon: row.favicon,
  previewImage: row.image,
  excerpt: row.excerpt,
  wordCount: row.words,
  extraction: row.status ?? 'pending',
  extractionReason: row.status === 'failed' ? failureSentenceOf(row.reason) : null,
})

/** The sentence for a reason's code. A code of a later version reads as giving up. */
export const failureSentenceOf = (code: string | null): string =>
  extractionFailures[code as ExtractionFailure] ?? extractionFailures['gave-up']
