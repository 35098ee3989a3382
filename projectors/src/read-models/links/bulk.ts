import { type Effect, effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { countIds, type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED, namedLinks, rangesOf } from '../named-links.ts'
import type { Writes } from '../read-model.ts'
import { isRestored, type Restored, restoredArrays, restoredClauses } from '../restored.ts'
import { retaggedTags } from '../retag.ts'
import { textsOf } from './batch.ts'
import { countClauses, RETURNING, updateMoves } from './counts.ts'
import { setTexts, TEXT_COLUMNS } from './texts.ts'

type What = LibraryChange['change']['what']
type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** The rows of an event on any number of links (ON_MANY_LINKS), in one statement over ranges of ids. */
export const writeBulk = (schema: string, libraryId: string, event: LibraryEvent): Writes => {
  const effects = effectsOf(event)
  const find = <Kind extends Effect['kind']>(kind: Kind) =>
    effects.find((effect): effect is Of<Kind> => effect.kind === kind)
  const [changed, restored] = [find('links-changed'), effects.filter(isRestored)]
  const { at } = event.data
  if (restored.length > 0) return writeRestored(schema, libraryId, restored, at)
  if (changed) return writeChanged(schema, libraryId, changed, find('collection-put'), at)
  return writeRemoved(schema, libraryId, find('links-removed'), find('collections-removed'), at)
}

const writeChanged = (
  schema: string,
  libraryId: string,
  { links, to, retag }: Of<'links-changed'>,
  put: Of<'collection-put'> | undefined,
  at: string,
): Writes => {
  const { collectionId, isFavorite, isArchived, tags } = to
  const facts = put && [{ library_id: libraryId, id: put.collectionId, ...put.is, is_described: true }]
  return {
    name: retag ? 'links-retagged' : 'links-changed',
    clauses: retag ? retagClauses(schema) : changeClauses(schema),
    values: [
      ...[libraryId, ...rangesOf(links), JSON.stringify(facts ?? [])],
      ...[collectionId !== undefined, collectionId ?? null],
      ...[isFavorite ?? null, isArchived ?? null],
      ...(retag ? [retag.from, retag.to, retag.add] : [tags ?? null]),
      at,
    ],
    changes: changesOf(libraryId, collectionId === undefined ? [] : ['collections'], links),
    isLarge: true,
  }
}

/** Restored texts, which are those of a single link, may have another address, which has another article. */
const writeRestored = (
  schema: string,
  libraryId: string,
  restored: readonly Restored[],
  at: string,
): Writes => {
  const isMoving = restored.some(({ values }) => values.collectionId !== undefined)
  const texts = restored.find(({ values }) => values.texts)?.values.texts
  const what: What = [
    ...(isMoving ? ['collections' as const] : []),
    ...(texts === undefined ? [] : ['extraction' as const]),
  ]
  const links = toIdRanges(restored.flatMap(effect => [...idsIn(effect.links)]))
  return {
    name: 'links-restored',
    clauses: restoreClauses(schema),
    values: [libraryId, ...restoredArrays(restored), texts ? JSON.stringify(textsOf(texts)) : null, at],
    changes: changesOf(libraryId, what, links),
    isLarge: true,
  }
}

const writeRemoved = (
  schema: string,
  libraryId: string,
  removed: Of<'links-removed'> | undefined,
  dissolved: Of<'collections-removed'> | undefined,
  at: string,
): Writes => ({
  name: 'links-removed',
  clauses: removeClauses(schema),
  values: [libraryId, ...rangesOf(removed?.links ?? []), [...idsIn(dissolved?.collections ?? [])], at],
  changes: dissolved
    ? [{ libraryId, change: { what: ['links', 'collections'] } }]
    : changesOf(libraryId, [], removed?.links ?? []),
  isLarge: true,
})

const changesOf = (libraryId: string, what: What, links: IdRanges): LibraryChange[] => [
  {
    libraryId,
    change: { what: ['links', ...what], ...(countIds(links) <= 1_000 && namedLinks([...idsIn(links)])) },
  },
]

/** $4: facts of a collection in JSON. Links that are as wanted already are not written again. */
const changeClauses = (schema: string): string[] => [
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = CASE WHEN $5::boolean THEN $6::integer ELSE link.collection_id END,
      is_favorite = coalesce($7::boolean, link.is_favorite),
      is_archived = coalesce($8::boolean, link.is_archived),
      tags = coalesce($9::text[], link.tags),
      updated_at = $10::timestamptz
    FROM fence, ${NAMED}
      AND (($5::boolean AND link.collection_id IS DISTINCT FROM $6::integer)
        OR link.is_favorite <> $7::boolean OR link.is_archived <> $8::boolean OR link.tags <> $9::text[])
    ${RETURNING})`,
  `moves AS (${updateMoves('edited')})`,
  ...countClauses(schema, COLLECTIONS),
]

/** A change after which the tags depend on those that each link has. */
const retagClauses = (schema: string): string[] => [
  `wanted AS (
    SELECT link.id,
      CASE WHEN $5::boolean THEN $6::integer ELSE link.collection_id END AS collection_id,
      coalesce($7::boolean, link.is_favorite) AS is_favorite,
      coalesce($8::boolean, link.is_archived) AS is_archived,
      ${retaggedTags('$9', '$10', '$11')} AS tags
    FROM fence, ${schema}.links AS link, ${NAMED})`,
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = wanted.collection_id, is_favorite = wanted.is_favorite, is_archived = wanted.is_archived,
      tags = wanted.tags, updated_at = $12::timestamptz
    FROM wanted WHERE link.library_id = $1::uuid AND link.id = wanted.id
      AND (link.collection_id IS DISTINCT FROM wanted.collection_id OR link.is_favorite <> wanted.is_favorite
        OR link.is_archived <> wanted.is_archived OR link.tags <> wanted.tags)
    ${RETURNING})`,
  `moves AS (${updateMoves('edited')})`,
  ...countClauses(schema, COLLECTIONS),
]

/** $9: the texts of one link in JSON, or null. */
const restoreClauses = (schema: string): string[] => [
  ...restoredClauses,
  `texts AS (
    SELECT r.* FROM fence LEFT JOIN json_to_record($9::json) AS r(${TEXT_COLUMNS}) ON true)`,
  `edited AS (
    UPDATE ${schema}.links AS link SET
      collection_id = CASE WHEN wanted.is_moved THEN wanted.collection_id ELSE link.collection_id END,
      is_favorite = coalesce(wanted.is_favorite, link.is_favorite),
      is_archived = coalesce(wanted.is_archived, link.is_archived),
      tags = coalesce(wanted.tags, link.tags),
      updated_at = $10::timestamptz,
      ${setTexts('texts')}
    FROM wanted, texts WHERE link.library_id = $1::uuid AND link.id = wanted.id
    ${RETURNING})`,
  `moves AS (${updateMoves('edited')})`,
  ...countClauses(schema),
]

/** $4: the collections that go, whose own counts go with them. Their other links stay, in no collection. */
const removeClauses = (schema: string): string[] => [
  `deleted AS (
    DELETE FROM ${schema}.links AS link USING fence, ${NAMED}
    RETURNING link.library_id, CASE WHEN link.collection_id = ANY ($4::integer[]) THEN NULL ELSE link.collection_id END AS collection_id,
      link.is_favorite, link.is_archived, link.tags, -1 AS n)`,
  'moves AS (SELECT * FROM deleted)',
  `uncollected AS (
    UPDATE ${schema}.links AS link SET collection_id = NULL, updated_at = $5::timestamptz
    FROM fence WHERE link.library_id = $1::uuid AND link.collection_id = ANY ($4::integer[])
      AND NOT EXISTS (SELECT FROM unnest($2::integer[], $3::integer[]) AS r(first, last) WHERE link.id BETWEEN first AND last))`,
  `dissolved AS (
    DELETE FROM ${schema}.collections AS collection
    USING fence WHERE collection.library_id = $1::uuid AND collection.id = ANY ($4::integer[]))`,
  ...countClauses(schema),
]

const COLLECTIONS = { libraries: "'[]'", collections: '$4' }
