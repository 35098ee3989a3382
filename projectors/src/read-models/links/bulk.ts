import { type Effect, effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { countIds, type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { idsOf, namedLinks } from '../named-links.ts'
import { isRestored, type Restored, restoredRows } from '../restored.ts'
import { retaggedTags } from '../retag.ts'
import { sql, type Tx } from '../transaction.ts'
import { textsOf } from './batch.ts'
import { putCollections } from './collections.ts'
import { removeLinks } from './deleted.ts'
import { SET_TEXTS, TEXT_COLUMNS } from './texts.ts'

type What = LibraryChange['change']['what'][number]
type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** The rows of an event on any number of links (ON_MANY_LINKS), in one statement for each of its effects. */
export const writeBulk = async (tx: Tx, libraryId: string, event: LibraryEvent): Promise<LibraryChange[]> => {
  const what = new Set<What>(['links'])
  const touched: IdRanges[] = []
  let isAnyLink = false
  const effects = effectsOf(event)
  const { at } = event.data
  const restored = effects.filter(isRestored)
  if (restored.length > 0) await restore(tx, libraryId, restored, at)
  for (const effect of effects) {
    if ('links' in effect && effect.kind !== 'links-added') touched.push(effect.links)
    if (isRestored(effect)) {
      if (effect.values.collectionId !== undefined) what.add('collections')
      if (effect.values.texts) what.add('extraction')
    } else if (effect.kind === 'links-changed') {
      await change(tx, libraryId, effect, at)
      if (effect.to.collectionId !== undefined) what.add('collections')
    } else if (effect.kind === 'links-removed') await removeLinks(tx, libraryId, effect.links, at)
    else if (effect.kind === 'collections-removed') {
      await dissolve(tx, libraryId, effect.collections, at)
      what.add('collections')
      isAnyLink = true
    } else if (effect.kind === 'collection-put')
      await putCollections(tx, [
        { library_id: libraryId, id: effect.collectionId, ...effect.is, is_described: true },
      ])
    else throw new TypeError(`${effect.kind} needs a batch`)
  }
  const links = toIdRanges(touched.flatMap(ranges => [...idsIn(ranges)]))
  const named = isAnyLink || countIds(links) > 1_000 ? {} : namedLinks([...idsIn(links)])
  return [{ libraryId, change: { what: [...what], ...named } }]
}

/** Links that are as wanted already are not written again. */
const change = async (
  tx: Tx,
  libraryId: string,
  { links, to, retag }: Of<'links-changed'>,
  at: string,
): Promise<void> => {
  const { collectionId = null, isFavorite = null, isArchived = null, tags = null } = to
  await tx`
    UPDATE links AS link SET collection_id = wanted.collection_id, is_favorite = wanted.is_favorite,
      is_archived = wanted.is_archived, tags = wanted.tags, updated_at = ${at}::timestamptz
    FROM (
      SELECT link.id,
        CASE WHEN ${to.collectionId !== undefined}::boolean THEN ${collectionId}::integer ELSE link.collection_id END
          AS collection_id,
        coalesce(${isFavorite}::boolean, link.is_favorite) AS is_favorite,
        coalesce(${isArchived}::boolean, link.is_archived) AS is_archived,
        ${retag ? retaggedTags(retag) : sql`coalesce(${tags}::text[], link.tags)`} AS tags
      FROM links AS link, ${idsOf(links)} AS named
      WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id) AS wanted
    WHERE link.library_id = ${libraryId}::uuid AND link.id = wanted.id
      AND (link.collection_id IS DISTINCT FROM wanted.collection_id OR link.is_favorite <> wanted.is_favorite
        OR link.is_archived <> wanted.is_archived OR link.tags <> wanted.tags)`
}

/** Restored texts are those of a single link. They may have another address, which has another article. */
const restore = async (
  tx: Tx,
  libraryId: string,
  restored: readonly Restored[],
  at: string,
): Promise<void> => {
  const texts = restored.find(({ values }) => values.texts)?.values.texts
  await tx`
    UPDATE links AS link SET
      collection_id = CASE WHEN wanted.is_moved THEN wanted.collection_id ELSE link.collection_id END,
      is_favorite = coalesce(wanted.is_favorite, link.is_favorite),
      is_archived = coalesce(wanted.is_archived, link.is_archived),
      tags = coalesce(wanted.tags, link.tags),
      updated_at = ${at}::timestamptz,
      ${SET_TEXTS}
    FROM ${restoredRows(restored)} AS wanted,
      json_to_record(${JSON.stringify(texts ? textsOf(texts) : {})}::json) AS given(${TEXT_COLUMNS})
    WHERE link.library_id = ${libraryId}::uuid AND link.id = wanted.id`
}

/** Their links stay, in no collection. */
const dissolve = async (tx: Tx, libraryId: string, collections: IdRanges, at: string): Promise<void> => {
  const ids = [...idsIn(collections)]
  await tx`UPDATE links SET collection_id = NULL, updated_at = ${at}::timestamptz
    WHERE library_id = ${libraryId}::uuid AND collection_id = ANY (${ids}::integer[])`
  await tx`DELETE FROM collections WHERE library_id = ${libraryId}::uuid AND id = ANY (${ids}::integer[])`
  // A collection that is deleted is not shared any more, also where its deletion is undone.
  await tx`DELETE FROM members WHERE library_id = ${libraryId}::uuid AND collection_id = ANY (${ids}::integer[])`
}
