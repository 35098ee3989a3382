import type { ExportedLink } from '@lectern/contracts/export.ts'
import { TITLE_MAX } from '@lectern/contracts/limits.ts'

/** A link with the article that it leads to. */
export type SourceLink = ExportedLink & {
  /** The title that lists show. */
  readonly shownTitle: string
  readonly articleId: string
  /** Code of extraction-failures.ts, where its page could not be read. */
  readonly failure: string | null
}

export type LinkRow = {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly title_from_page: boolean
  readonly note: string | null
  readonly tags: string[]
  readonly created_at: Date
  readonly is_favorite: boolean
  readonly is_archived: boolean
  readonly collection_id: number | null
  readonly article_id: string
  readonly status: ExportedLink['page']['status'] | null
  readonly reason: string | null
  readonly page_title: string | null
  readonly author: string | null
  readonly site_name: string | null
  readonly published_at: string | null
  readonly language: string | null
  readonly excerpt: string | null
  readonly words: number | null
  readonly content_hash: string | null
  readonly text_offset: number | null
  readonly text_length: number | null
  readonly place_hash: string | null
  readonly place_at: Date | null
}

export const linkOf = (row: LinkRow): SourceLink => ({
  id: row.id,
  url: row.url,
  title: row.title,
  titleFrom: row.title_from_page ? 'page' : 'person',
  note: row.note,
  tags: row.tags,
  createdAt: row.created_at.toISOString(),
  isFavorite: row.is_favorite,
  isArchived: row.is_archived,
  collectionId: row.collection_id,
  position:
    row.text_offset === null || row.place_hash === null || row.place_at === null
      ? null
      : {
          offset: row.text_offset,
          length: row.text_length,
          contentHash: row.place_hash,
          updatedAt: row.place_at.toISOString(),
        },
  page: {
    status: row.status ?? 'pending',
    title: row.page_title,
    author: row.author,
    siteName: row.site_name,
    publishedDate: row.published_at,
    language: row.language,
    excerpt: row.excerpt,
    wordCount: row.words,
    contentHash: row.content_hash,
  },
  shownTitle:
    (row.title_from_page && row.status === 'ready' && row.page_title?.slice(0, TITLE_MAX)) || row.title,
  articleId: row.article_id,
  failure: row.status === 'failed' ? row.reason : null,
})
