import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { countIds, type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { countClauses } from './library-counts.ts'
import { libraryIdOf, namedLinks } from './library-events.ts'
import type { Writes } from './projection.ts'

/** Acts that name any number of links, so that each is a statement of its own over ranges of ids. */
export type BulkEvent = Extract<LibraryEvent, { type: 'LinksEdited' | 'LinksDeleted' | 'CollectionDeleted' }>
type What = LibraryChange['change']['what']

export const isBulk = ({ type }: { type: string }): boolean =>
  type === 'LinksEdited' || type === 'LinksDeleted' || type === 'CollectionDeleted'

/** Rows of other tables than links, the texts of a search among them, are left as they are. */
export const writeBulk = (schema: string, event: RecordedEvent): Writes => {
  const libraryId = libraryIdOf(event)
  const { type, data } = event as unknown as BulkEvent
  switch (type) {
    case 'LinksEdited':
      return {
        name: 'links-edited',
        clauses: editClauses(schema),
        values: [libraryId, ...rangesOf(data.links), ...valuesOf(data.changes), NO_FACTS],
        changes: told(
          libraryId,
          data.changes.collectionId === undefined ? ['links'] : ['links', 'collections'],
          data.links,
        ),
        isLarge: true,
      }
    case 'LinksDeleted':
      return {
        name: 'links-deleted',
        clauses: deleteClauses(schema),
        values: [libraryId, ...rangesOf(data.links), NO_FACTS],
        changes: told(libraryId, ['links'], data.links),
        isLarge: true,
      }
    case 'CollectionDeleted':
      return {
        name: 'collection-deleted',
        clauses: uncollectClauses(schema),
        values: [libraryId, data.collectionId],
        changes: [{ libraryId, change: { what: ['links', 'collections'] } }],
        isLarge: true,
      }
  }
}

const NO_FACTS = '[]'

const told = (libraryId: string, what: What, links: IdRanges): LibraryChange[] => [
  { libraryId, change: { what, ...(countIds(links) <= 1_000 && namedLinks([...idsIn(links)])) } },
]

/** First and last ids of the ranges, as two Postgres arrays. */
export const rangesOf = (links: IdRanges): [string, string] => [
  `{${links.map(range => (typeof range === 'number' ? range : range[0])).join()}}`,
  `{${links.map(range => (typeof range === 'number' ? range : range[1])).join()}}`,
]

const valuesOf = ({ collectionId, isFavorite, isArchived, tags }: LinkChanges) => [
  collectionId !== undefined,
  collectionId ?? null,
  isFavorite ?? null,
  isArchived ?? null,
  tags === undefined ? null : JSON.stringify(tags),
]

/** Id by id: Postgres misjudges how many links a range holds, and would look through all of them for each. */
export const NAMED = `(
      SELECT generate_series(first, last) AS id FROM unnest($2::integer[], $3::integer[]) AS r(first, last)) AS named
    WHERE link.library_id = $1::uuid AND link.id = named.id`

/** What is as it should be already is not written again. */
const editClauses = (schema: string): string[] => [
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = CASE WHEN $4::boolean THEN $5::integer ELSE link.collection_id END,
      is_favorite = coalesce($6::boolean, link.is_favorite),
      is_archived = coalesce($7::boolean, link.is_archived),
      tags = coalesce($8::text, link.tags)
    FROM fence, ${NAMED}
      AND (($4::boolean AND link.collection_id IS DISTINCT FROM $5::integer)
        OR link.is_favorite <> $6::boolean OR link.is_archived <> $7::boolean OR link.tags <> $8::text)
    RETURNING old.collection_id AS old_collection_id, new.collection_id,
      old.is_favorite AS old_is_favorite, new.is_favorite,
      old.is_archived AS old_is_archived, new.is_archived,
      old.tags AS old_tags, new.tags)`,
  // Most were alike and all become alike, so that there is little left to count.
  `alike AS (
    SELECT old_collection_id, old_is_favorite, old_is_archived, old_tags,
      collection_id, is_favorite, is_archived, tags, count(*)::integer AS n
    FROM edited GROUP BY 1, 2, 3, 4, 5, 6, 7, 8)`,
  `moves AS (
    SELECT $1::uuid AS library_id, collection_id, is_favorite, is_archived, tags, n FROM alike
    UNION ALL SELECT $1::uuid, old_collection_id, old_is_favorite, old_is_archived, old_tags, -n FROM alike)`,
  ...countClauses(schema, { libraries: '$9', collections: '$9' }),
]

const deleteClauses = (schema: string): string[] => [
  `dropped AS (
    DELETE FROM ${schema}.links AS link
    USING fence, ${NAMED}
    RETURNING link.library_id, link.collection_id, link.is_favorite, link.is_archived, link.tags)`,
  'moves AS (SELECT *, -count(*)::integer AS n FROM dropped GROUP BY 1, 2, 3, 4, 5)',
  ...countClauses(schema, { libraries: '$4', collections: '$4' }),
]

/** The library's own counts and its tags stay; the collection's go with it. */
const uncollectClauses = (schema: string): string[] => [
  `uncollected AS (
    UPDATE ${schema}.links AS link SET collection_id = NULL
    FROM fence WHERE link.library_id = $1::uuid AND link.collection_id = $2::integer)`,
  `dropped AS (
    DELETE FROM ${schema}.collections AS collection
    USING fence WHERE collection.library_id = $1::uuid AND collection.id = $2::integer)`,
]
