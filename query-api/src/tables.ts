import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'
import type { Kysely } from 'kysely'

/** Tables that query-api reads besides the read models. */
type ForeignTables = {
  /** Owned by command-api. */
  'identity.users': { id: string; email: string; username: string; first_name: string | null }
  /** Owned by command-api: how far each person has read. */
  'reading.positions': {
    library_id: string
    link_id: number
    user_id: string
    text_offset: number
    content_hash: string
    updated_at: Date
    is_finished: boolean
  }
  /** Owned by workers: sanitised HTML by its SHA-256, never changed. */
  'content.documents': { hash: string; html: string; words: number }
  /** Owned by workers, as are the next three: width and height of the copy for reading. */
  'content.images': { hash: string; width: number; height: number }
  'content.image_copies': { hash: string; width: number; content: Buffer }
  'content.article_images': ImageRow & { content_hash: string }
  'content.card_images': ImageRow & { role: 'lead' | 'favicon' }
}

/** `source` is the SHA-256 of the address, in hex. `image` is null where there is no copy, or none any more. */
type ImageRow = {
  article_id: Buffer
  source: string
  image: string | null
  outcome: 'stored' | 'left-out' | 'failed'
  tried_at: Date
}

export type Tables = ReadTables & ForeignTables

/** Queries of the read schema that serves; tables of other schemas are named with theirs. */
export type ReadDb = Kysely<Tables>
