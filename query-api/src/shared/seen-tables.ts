import { READ_ON_DAYS } from '@lectern/contracts/sharing.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Overlay } from './overlay.ts'

/** A library that somebody shares with a member, by the id that it knows the member by. */
export type Place = { readonly libraryId: string; readonly memberId: string }

/** Whether members still read what the library of this id shares: its plan has sharing, or had it until a while ago. */
export const isReadable = (libraryId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM libraries AS owner WHERE owner.library_id = ${libraryId}
    AND (owner.paused_at IS NULL OR owner.paused_at > now() - make_interval(days => ${sql.lit(READ_ON_DAYS)})))`

/** The memberships of a member, as far as they let read. @param chosen those for All Articles alone */
const seenBy = ({ libraryId, memberId }: Place, chosen: boolean) => sql`(
  SELECT m.collection_id FROM sharing.memberships AS m
  WHERE m.member_id = ${memberId}::uuid AND ${isReadable(sql`${libraryId}::uuid`)}
    ${chosen ? sql`AND m.in_all_articles` : sql``})`

/** Whether somebody shares the link of `links` with a person. */
export const isSharedWith = (userId: string) => sql<boolean>`EXISTS (
  SELECT FROM sharing.people AS person JOIN sharing.memberships AS m USING (member_id)
  WHERE person.user_id = ${userId}::uuid AND person.library_id = links.library_id AND m.collection_id = links.collection_id
    AND ${isReadable(sql`links.library_id`)})`

/**
 * The tables of a library as a member sees them: links in the collections that are shared with the member, with the member's own flags;
 * these collections and their counts; and the notes that the member may read on these links.
 */
export const seenTables = (
  place: Place,
  { chosen = false }: { chosen?: boolean | undefined } = {},
): Overlay => {
  const { libraryId, memberId } = place
  const library = sql`${libraryId}::uuid`
  const counts = sql`
    count(*) FILTER (WHERE NOT is_archived)::integer AS active,
    count(*) FILTER (WHERE is_archived)::integer AS archived,
    count(*) FILTER (WHERE NOT is_archived AND is_favorite)::integer AS active_favorites,
    count(*) FILTER (WHERE is_archived AND is_favorite)::integer AS archived_favorites`
  return {
    links: sql`
      SELECT link.library_id, link.id, link.collection_id, link.created_at, coalesce(flag.is_favorite, false) AS is_favorite,
        coalesce(flag.is_archived, false) AS is_archived, link.article_id, link.url, link.url_key, link.title,
        link.title_from_page, link.note, link.tags, link.updated_at, link.saved_by
      FROM links AS link
        JOIN ${seenBy(place, chosen)} AS seen ON seen.collection_id = link.collection_id
        -- The limit makes Postgres look up the flags of each link. Where it misjudges how many there are, it would otherwise compare
        -- each link with each of them: 1 s for 5,000 links and 1,000 flags.
        LEFT JOIN LATERAL (
          SELECT known.is_favorite, known.is_archived FROM shared_flags AS known
          WHERE known.member_id = ${memberId}::uuid AND known.link_id = link.id LIMIT 1) AS flag ON true
      WHERE link.library_id = ${library}`,
    // From here on, links are those above.
    collections: sql`
      SELECT collection.library_id, collection.id, collection.name, collection.description, collection.color,
        counted.active, counted.archived, counted.active_favorites, counted.archived_favorites
      FROM collections AS collection
        JOIN ${seenBy(place, chosen)} AS seen ON seen.collection_id = collection.id
        LEFT JOIN LATERAL (SELECT ${counts} FROM links WHERE links.collection_id = collection.id) AS counted ON true
      WHERE collection.library_id = ${library}`,
    libraries: sql`SELECT ${library} AS library_id, ${counts} FROM links`,
    notes: notesOn(place, sql`note.is_shared`),
  }
}

/** The tables of one's own library, with the notes that members let its owner see. */
export const ownTables = (libraryId: string): Overlay => ({
  notes: notesOn({ libraryId, memberId: null }, sql`true`),
})

/**
 * Notes on the links of a library, as if they were of its own notebook; `writer_id` is null where they are. Those of members are seen
 * while their writers are.
 * @param memberId who reads; null: the owner
 * @param ofOwner which notes of the owner are seen
 */
const notesOn = (
  { libraryId, memberId }: { libraryId: string; memberId: string | null },
  ofOwner: RawBuilder<unknown>,
) => sql`
  SELECT ${NOTE}, NULL::uuid AS writer_id FROM notes AS note
  WHERE note.library_id = ${libraryId}::uuid AND note.member_id IS NULL AND ${ofOwner}
  UNION ALL
  SELECT ${sql`${libraryId}::uuid AS library_id`}, ${NOTE_FACTS}, note.member_id
  FROM sharing.people AS person JOIN notes AS note ON note.member_id = person.member_id
  WHERE person.library_id = ${libraryId}::uuid AND (note.member_id = ${memberId}::uuid OR note.is_shared AND EXISTS (
    SELECT FROM sharing.memberships AS m JOIN links AS link ON link.collection_id = m.collection_id
    WHERE m.member_id = note.member_id AND link.library_id = ${libraryId}::uuid AND link.id = note.link_id))`

const NOTE_FACTS = sql`note.id, note.link_id, note.type, note.content, note.selected_text, note.color, note.is_private,
  note.position_start, note.position_end, note.anchor, note.ranges, note.created_at, note.updated_at, note.texts, note.revision,
  NULL::uuid AS member_id, note.is_shared`
const NOTE = sql`note.library_id, ${NOTE_FACTS}`
