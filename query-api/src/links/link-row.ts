import type { Link } from '@lectern/contracts/api/links.ts'
import { TITLE_MAX } from '@lectern/contracts/limits.ts'
import { type PageRow, pageOf } from '@lectern/contracts/read-model/page-row.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Columns of a `link` and its outer-joined `article`, as `toLink` takes them. */
export const LINK_COLUMNS = [
  'link.id',
  'link.url',
  'link.note',
  'link.tags',
  'link.created_at',
  'link.is_favorite',
  'link.is_archived',
  'link.collection_id',
  'link.saved_by',
  'article.site_name',
  'article.author',
  'article.excerpt',
  'article.words',
  'article.status',
  'article.reason',
] as const

/** The title of `link`: that of its `article` where the person typed none. */
export const shownTitle = sql<string>`CASE WHEN link.title_from_page AND article.status = 'ready'
  THEN coalesce(nullif(left(article.title, ${sql.lit(TITLE_MAX)}), ''), link.title) ELSE link.title END`

/** Counts the notes of `link` that the reader may open: ranges of an index for each link of a page. */
export const noteCount = (eb: OfLink) => sql<number>`${ownNotes(eb)} + ${notesOfMembers(eb)}`.as('note_count')

const ownNotes = ({ selectFrom }: OfLink) =>
  selectFrom('notes as note')
    .whereRef('note.library_id', '=', 'link.library_id')
    .whereRef('note.link_id', '=', 'link.id')
    .where('note.member_id', 'is', null)
    .select(COUNT)

/** Those that members let the owner see. Where a member reads, all notes are among ownNotes (seen-tables.ts). */
const notesOfMembers = ({ selectFrom }: OfLink) =>
  selectFrom('sharing.people as person')
    .innerJoin('sharing.memberships as m', 'm.member_id', 'person.member_id')
    .innerJoin('notes as note', 'note.member_id', 'm.member_id')
    .whereRef('person.library_id', '=', 'link.library_id')
    .whereRef('m.collection_id', '=', 'link.collection_id')
    .whereRef('note.link_id', '=', 'link.id')
    .where('note.is_shared', '=', true)
    .select(COUNT)

const COUNT = sql<number>`count(*)::integer`.as('count')

/** How far this person has read `link`, as Link.progress. The length of a text that was gone is not known. */
export const progressOf = (userId: string) =>
  sql<number | null>`(SELECT CASE WHEN p.is_finished THEN 1
    ELSE coalesce(round(p.text_offset::numeric / nullif(p.text_length, 0), 3), 0) END::float8
    FROM reading.positions AS p
    WHERE p.library_id = link.library_id AND p.link_id = link.id AND p.user_id = ${userId}::uuid)`.as(
    'progress',
  )

type OfLink = ExpressionBuilder<Tables & { link: Tables['links'] }, 'link'>

/** The hashes of our copies for the card of `link`: `lead_copy` and `favicon_copy`. */
export const cardImages = (eb: OfLink) => [
  cardImage(eb, 'lead').as('lead_copy'),
  cardImage(eb, 'favicon').as('favicon_copy'),
]

/** The hash of our copy of a picture for the card of `link`. */
export const cardImage = ({ selectFrom }: OfLink, role: 'lead' | 'favicon') =>
  selectFrom('content.card_images as card')
    .whereRef('card.article_id', '=', 'link.article_id')
    .where('card.role', '=', sql.lit(role))
    .select('card.image')

export type LinkRow = PageRow & {
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
  readonly saved_by: string | null
  /** Count of its notes in the same transaction. */
  readonly note_count: number | null
  readonly progress: number | null
}

/** What an answer says of whose a link is. */
export type Provenance = (row: Pick<LinkRow, 'saved_by'>) => Pick<Link, 'library' | 'savedBy'>

export const toLink = (row: LinkRow, provenance: Provenance): Link => ({
  id: row.id,
  url: row.url,
  title: row.title,
  note: row.note,
  createdAt: new Date(row.created_at).toISOString(),
  tags: row.tags,
  isFavorite: row.is_favorite,
  isArchived: row.is_archived,
  collectionId: row.collection_id,
  ...provenance(row),
  ...pageOf(row),
  noteCount: row.note_count ?? 0,
  progress: row.progress,
})
