import type { SignedInBy } from '@lectern/contracts/api/confirmation.ts'
import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'
import type { ShareKind } from '@lectern/contracts/shares.ts'
import type { Kysely } from 'kysely'

/** Tables that query-api reads besides the read models. */
type ForeignTables = {
  /** Owned by command-api, as are the next three. */
  'identity.users': {
    id: string
    library_id: string
    email: string
    username: string
    first_name: string | null
  }
  'identity.sessions': {
    id: string
    user_id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    device: string | null
    network: string | null
    signed_in_by: SignedInBy | null
  }
  'identity.code_secrets': {
    user_id: string
    confirmed_at: Date | null
  }
  'identity.recovery_codes': {
    user_id: string
  }
  'identity.passkeys': {
    id: string
    user_id: string
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  'identity.email_changes': {
    user_id: string
    email: string
    old_confirmed: boolean
    new_confirmed: boolean
    expires_at: Date
  }
  'identity.access_tokens': {
    id: string
    user_id: string
    kind: string
    name: string
    scope: string
    created_at: Date
    last_used_at: Date | null
    expires_at: Date | null
  }
  /** Owned by command-api, as is the next: how libraries know the people that they share with. */
  'sharing.people': { member_id: string; library_id: string; user_id: string; member_library_id: string }
  /** The collections that a person sees, with what that person chose. */
  'sharing.memberships': {
    member_id: string
    collection_id: number
    joined_at: Date
    in_all_articles: boolean
    weekly_mail: boolean
  }
  /** Owned by command-api: how far each person has read. */
  'reading.positions': {
    library_id: string
    link_id: number
    user_id: string
    text_offset: number
    content_hash: string
    updated_at: Date
    /** null where the text was gone. */
    text_length: number | null
    is_finished: boolean
  }
  /** Owned by command-api: public links, those that ended among them. */
  'shares.pages': {
    id: string
    library_id: string
    kind: ShareKind
    link_id: number | null
    collection_id: number | null
    with_notes: boolean
    full_text: boolean
    password_hash: string | null
    frozen: string | null
    expires_at: Date | null
    created_at: Date
    is_made: boolean
    ended_at: Date | null
  }
  'shares.views': { page_id: string; day: Date; count: number }
  /** Owned by workers: sanitised HTML by its SHA-256, and its text with a line for each block; never changed. */
  'content.documents': { hash: string; html: string; text: string; words: number }
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
