/** The read models that this code writes and reads. A change of their tables or of what is in them is a new version, filled from events. */
export const READ_VERSION = 8

export type LinksTable = {
  library_id: string
  id: number
  collection_id: number | null
  created_at: Date
  is_favorite: boolean
  is_archived: boolean
  /** SHA-256 of the url as fetched. */
  article_id: Buffer
  /** Part of the JSON that the API gives: "url", "title", "note" and "createdAt", without braces. */
  card: string
  /** JSON array of strings, as text. */
  tags: string
}

export type LibrariesTable = {
  library_id: string
  owner_id: string | null
  plan: string
  /** null is unlimited. */
  item_limit: number | null
  active: number
  archived: number
  active_favorites: number
  archived_favorites: number
  /** How many different tags its links have that are not archived. */
  tag_count: number
}

export type CollectionsTable = {
  library_id: string
  id: number
  name: string
  description: string | null
  color: string
  active: number
  archived: number
  active_favorites: number
  archived_favorites: number
}

export type TagsTable = {
  library_id: string
  tag: string
  /** Links that have it and are not archived. */
  active: number
}

export type ArticlesTable = {
  article_id: Buffer
  status: 'pending' | 'ready' | 'failed'
  /** Code of contracts' extraction.ts. */
  reason: string | null
  content_hash: string | null
  words: number | null
  title: string | null
  author: string | null
  published_at: string | null
  language: string | null
  /** Part of a link's JSON: "siteName", "favicon", "previewImage", "excerpt" and "wordCount", without braces. */
  facts_card: string
  /** Part of a link's JSON: "extraction" and "extractionReason", without braces. */
  status_card: string
}

export type CheckpointsTable = {
  lane: string
  store_id: string
  /** As encodePosition gives it; empty before the first event. */
  position: string
}

export type ParkedStreamsTable = {
  stream: string
  lane: string
  event_id: string
  event_type: string
  position: string
  error: string
  parked_at: Date
}

/** The tables of one read schema: use with `db.withSchema(await currentReadSchema(pool))`. */
export type ReadTables = {
  links: LinksTable
  libraries: LibrariesTable
  collections: CollectionsTable
  tags: TagsTable
  articles: ArticlesTable
  checkpoints: CheckpointsTable
  parked_streams: ParkedStreamsTable
}
