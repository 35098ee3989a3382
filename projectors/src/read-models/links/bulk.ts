import type { LibraryEvent, LinkChanges, LinkTexts } from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { countIds, type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED, namedLinks, rangesOf } from '../named-links.ts'
import type { Writes } from '../read-model.ts'
import { restoredArrays, restoredClauses } from '../restored.ts'
import { retagBy, retaggedTags } from '../retag.ts'
import { textsOf } from './batch.ts'
import { countClauses, RETURNING, updateMoves } from './counts.ts'
import { setTexts, TEXT_COLUMNS } from './texts.ts'

/** One act on any number of links: one statement over ranges of ids writes it. */
type BulkEvent = Extract<
  LibraryEvent,
  {
    type:
      | 'LinksEdited'
      | 'LinksDeleted'
      | 'CollectionDeleted'
      | 'CollectionRestored'
      | 'ImportUndone'
      | 'TagRenamed'
      | 'TagsMerged'
      | 'TagDeleted'
      | 'ActUndone'
  }
>
const BULK: Record<BulkEvent['type'], true> = {
  LinksEdited: true,
  LinksDeleted: true,
  CollectionDeleted: true,
  CollectionRestored: true,
  ImportUndone: true,
  TagRenamed: true,
  TagsMerged: true,
  TagDeleted: true,
  ActUndone: true,
}
type What = LibraryChange['change']['what']

export const isBulk = (event: { readonly type: string }): event is BulkEvent => event.type in BULK

export const writeBulk = (schema: string, libraryId: string, event: BulkEvent): Writes => {
  const { type, data } = event
  const retag = retagBy(event)
  if (retag !== undefined && 'links' in data) {
    const changes = 'changes' in data ? data.changes : {}
    return {
      name: 'links-retagged',
      clauses: retagClauses(schema),
      values: [
        ...[libraryId, ...rangesOf(data.links), ...valuesOf(changes)],
        ...[retag.from, retag.to, retag.add],
      ],
      changes: editedChanges(libraryId, changes, data.links),
      isLarge: true,
    }
  }
  switch (type) {
    case 'TagRenamed':
    case 'TagsMerged':
    case 'TagDeleted':
      throw new TypeError(`${type} changes tags`)
    case 'LinksEdited':
      return {
        name: 'links-edited',
        clauses: editClauses(schema),
        values: [libraryId, ...rangesOf(data.links), ...valuesOf(data.changes)],
        changes: editedChanges(libraryId, data.changes, data.links),
        isLarge: true,
      }
    case 'ActUndone': {
      const { collectionId, texts } = data.restored
      return {
        name: 'act-undone',
        clauses: undoClauses(schema),
        values: [
          ...[libraryId, ...restoredArrays(data), collectionId !== undefined],
          texts === undefined ? null : JSON.stringify(textsOf(texts)),
        ],
        changes: editedChanges(libraryId, { collectionId: collectionId && null, texts }, data.links),
        isLarge: true,
      }
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
    case 'CollectionRestored': {
      const { collectionId: id, name, description, color } = data
      const facts = { library_id: libraryId, id, name, description, color, is_described: true }
      return {
        name: 'collection-restored',
        clauses: recollectClauses(schema),
        values: [libraryId, ...rangesOf(data.links), id, JSON.stringify([facts])],
        changes: changesOf(libraryId, ['links', 'collections'], data.links),
        isLarge: true,
      }
    }
    case 'ImportUndone':
      return {
        name: 'import-undone',
        clauses: undoImportClauses(schema),
        values: [libraryId, ...rangesOf(data.links), [...idsIn(data.collections)]],
        changes: changesOf(libraryId, ['links', 'collections'], data.links),
        isLarge: true,
      }
    default:
      return unhandled(type)
  }
}

/** Restored texts may have another address, which has another article. */
const editedChanges = (
  libraryId: string,
  { collectionId, texts }: LinkChanges & { texts?: LinkTexts | undefined },
  links: IdRanges,
) => {
  const what: What = ['links']
  if (collectionId !== undefined) what.push('collections')
  if (texts !== undefined) what.push('extraction')
  return changesOf(libraryId, what, links)
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

/** An edit whose tags depend on those that each link has. $8 has no meaning. */
const retagClauses = (schema: string): string[] => [
  `wanted AS (
    SELECT link.id,
      CASE WHEN $4::boolean THEN $5::integer ELSE link.collection_id END AS collection_id,
      coalesce($6::boolean, link.is_favorite) AS is_favorite,
      coalesce($7::boolean, link.is_archived) AS is_archived,
      coalesce($8::text[], ${retaggedTags('$9', '$10', '$11')}) AS tags
    FROM fence, ${schema}.links AS link, ${NAMED})`,
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = wanted.collection_id, is_favorite = wanted.is_favorite, is_archived = wanted.is_archived,
      tags = wanted.tags
    FROM wanted WHERE link.library_id = $1::uuid AND link.id = wanted.id
      AND (link.collection_id IS DISTINCT FROM wanted.collection_id OR link.is_favorite <> wanted.is_favorite
        OR link.is_archived <> wanted.is_archived OR link.tags <> wanted.tags)
    ${RETURNING})`,
  `moves AS (${updateMoves('edited')})`,
  ...countClauses(schema),
]

/** $8: whether links move between collections. $9: the texts of one link in JSON, or null. */
const undoClauses = (schema: string): string[] => [
  ...restoredClauses,
  `texts AS (
    SELECT r.* FROM fence LEFT JOIN json_to_record($9::json) AS r(${TEXT_COLUMNS}) ON true)`,
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = CASE WHEN $8::boolean THEN wanted.collection_id ELSE link.collection_id END,
      is_favorite = coalesce(wanted.is_favorite, link.is_favorite),
      is_archived = coalesce(wanted.is_archived, link.is_archived),
      tags = coalesce(wanted.tags, link.tags),
      ${setTexts('texts')}
    FROM wanted, texts WHERE link.library_id = $1::uuid AND link.id = wanted.id
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

/** $4: the collection, $5: its facts in JSON. */
const recollectClauses = (schema: string): string[] => [
  `recollected AS (
    UPDATE ${schema}.links AS link SET collection_id = $4::integer
    FROM fence, ${NAMED}
    ${RETURNING})`,
  `moves AS (${updateMoves('recollected')})`,
  ...countClauses(schema, { libraries: "'[]'", collections: '$5' }),
]

/** $4: the collections that go, whose own counts go with them. */
const undoImportClauses = (schema: string): string[] => [
  `deleted AS (
    DELETE FROM ${schema}.links AS link USING fence, ${NAMED}
    RETURNING link.library_id, CASE WHEN link.collection_id = ANY ($4::integer[]) THEN NULL ELSE link.collection_id END AS collection_id,
      link.is_favorite, link.is_archived, link.tags, -1 AS n)`,
  'moves AS (SELECT * FROM deleted)',
  `dissolved AS (
    DELETE FROM ${schema}.collections AS collection
    USING fence WHERE collection.library_id = $1::uuid AND collection.id = ANY ($4::integer[]))`,
  ...countClauses(schema),
]
