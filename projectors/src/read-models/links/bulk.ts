import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { countIds, type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED, namedLinks, rangesOf } from '../named-links.ts'
import type { Writes } from '../read-model.ts'
import { countClauses, RETURNING, updateMoves } from './counts.ts'

/** One act on any number of links: one statement over ranges of ids writes it. */
type BulkEvent = Extract<LibraryEvent, { type: 'LinksEdited' | 'LinksDeleted' | 'CollectionDeleted' }>
type What = LibraryChange['change']['what']

export const isBulk = (event: { readonly type: string }): event is BulkEvent =>
  event.type === 'LinksEdited' || event.type === 'LinksDeleted' || event.type === 'CollectionDeleted'

export const writeBulk = (schema: string, libraryId: string, { type, data }: BulkEvent): Writes => {
  switch (type) {
    case 'LinksEdited':
      return {
        name: 'links-edited',
        clauses: editClauses(schema),
        values: [libraryId, ...rangesOf(data.links), ...valuesOf(data.changes)],
        changes: changesOf(
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
        values: [libraryId, ...rangesOf(data.links)],
        changes: changesOf(libraryId, ['links'], data.links),
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
    default:
      return unhandled(type)
  }
}

const changesOf = (libraryId: string, what: What, links: IdRanges): LibraryChange[] => [
  { libraryId, change: { what, ...(countIds(links) <= 1_000 && namedLinks([...idsIn(links)])) } },
]

const valuesOf = ({ collectionId, isFavorite, isArchived, tags }: LinkChanges) => [
  collectionId !== undefined,
  collectionId ?? null,
  isFavorite ?? null,
  isArchived ?? null,
  tags ?? null,
]

/** Links that are as wanted already are not written again. */
const editClauses = (schema: string): string[] => [
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = CASE WHEN $4::boolean THEN $5::integer ELSE link.collection_id END,
      is_favorite = coalesce($6::boolean, link.is_favorite),
      is_archived = coalesce($7::boolean, link.is_archived),
      tags = coalesce($8::text[], link.tags)
    FROM fence, ${NAMED}
      AND (($4::boolean AND link.collection_id IS DISTINCT FROM $5::integer)
        OR link.is_favorite <> $6::boolean OR link.is_archived <> $7::boolean OR link.tags <> $8::text[])
    ${RETURNING})`,
  `moves AS (${updateMoves('edited')})`,
  ...countClauses(schema),
]

const deleteClauses = (schema: string): string[] => [
  `deleted AS (
    DELETE FROM ${schema}.links AS link USING fence, ${NAMED}
    RETURNING link.library_id, link.collection_id, link.is_favorite, link.is_archived, link.tags, -1 AS n)`,
  'moves AS (SELECT * FROM deleted)',
  ...countClauses(schema),
]

/** The counts of the library and of its tags stay. The collection's own go with its row. */
const uncollectClauses = (schema: string): string[] => [
  `uncollected AS (
    UPDATE ${schema}.links AS link SET collection_id = NULL
    FROM fence WHERE link.library_id = $1::uuid AND link.collection_id = $2::integer)`,
  `deleted AS (
    DELETE FROM ${schema}.collections AS collection
    USING fence WHERE collection.library_id = $1::uuid AND collection.id = $2::integer)`,
]
