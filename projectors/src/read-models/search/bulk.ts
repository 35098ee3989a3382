import { effectsOf, ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { idsOf } from '../named-links.ts'
import { isRestored, restoredRows } from '../restored.ts'
import { retaggedTags } from '../retag.ts'
import { raw, type Tx } from '../transaction.ts'
import { OWN_WITH_TITLE, searchedTexts } from './texts.ts'
import { LINK_TABLES } from './write.ts'

/** The texts of a link, beside which its article's words are looked up. */
const CHANGES_TEXTS = new Set<string>(['LinkEdited', 'LinkPageProvided', 'LinkPageRemoved'])

export const isSearchBulk = ({ type }: { readonly type: string }): boolean =>
  ON_MANY_LINKS.has(type) || CHANGES_TEXTS.has(type)

/** Searches find something else; lists and links are as they were. */
export const searchChanged = (libraryId: string): LibraryChange => ({
  libraryId,
  change: { what: ['search'], linkIds: [] },
})

/** One of its effects at most is on links. What becomes of a collection changes nothing that searches look in. */
export const writeSearchBulk = async (
  tx: Tx,
  libraryId: string,
  event: LibraryEvent,
): Promise<LibraryChange[]> => {
  const effects = effectsOf(event)
  const restored = effects.filter(isRestored)
  const ofOne = restored.find(({ values }) => values.texts)
  if (ofOne?.values.texts)
    await editTexts(tx, libraryId, ofOne.links, ofOne.values.texts, ofOne.values.tags?.names)
  else if (restored.some(({ values }) => values.tags)) await restoreTags(tx, libraryId, restored)
  else if (restored.length > 0) return []
  for (const effect of effects) {
    if (effect.kind === 'links-removed')
      for (const table of LINK_TABLES)
        await tx`DELETE FROM ${raw(table)} AS link USING ${idsOf(effect.links)} AS named
          WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id`
    if (effect.kind !== 'links-changed') continue
    const { links, to, retag } = effect
    if (to.texts) await editTexts(tx, libraryId, links, to.texts, to.tags)
    else if (retag) {
      const folded = { from: foldTags(retag.from), to: retag.to && fold(retag.to), add: foldTags(retag.add) }
      for (const table of TAG_TABLES)
        await tx`
          UPDATE ${raw(table)} AS link SET tags = wanted.tags
          FROM (
            SELECT link.id, ${retaggedTags(folded)} AS tags FROM ${raw(table)} AS link, ${idsOf(links)} AS named
            WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id) AS wanted
          WHERE link.library_id = ${libraryId}::uuid AND link.id = wanted.id AND link.tags <> wanted.tags`
      await nameTags(tx, libraryId, folded.to === null ? folded.add : [...folded.add, folded.to])
    } else if (to.tags) await setTags(tx, libraryId, links, foldTags(to.tags))
    else return []
  }
  return [searchChanged(libraryId)]
}

const TAG_TABLES = ['search_link_tags', 'search_backlog'] as const

const foldTags = (tags: readonly string[]): string[] => [...new Set(tags.map(fold))]

const nameTags = (tx: Tx, libraryId: string, tags: readonly string[]) => tx`
  INSERT INTO search_tag_names (library_id, tag)
  SELECT ${libraryId}::uuid, tag FROM unnest(${tags}::text[]) AS tag ON CONFLICT DO NOTHING`

/** Links that have these tags already are not written again. */
const setTags = async (
  tx: Tx,
  libraryId: string,
  links: IdRanges,
  tags: readonly string[],
): Promise<void> => {
  for (const table of TAG_TABLES)
    await tx`
      UPDATE ${raw(table)} AS link SET tags = ${tags}::text[] FROM ${idsOf(links)} AS named
      WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id AND link.tags <> ${tags}::text[]`
  await nameTags(tx, libraryId, tags)
}

const restoreTags = async (
  tx: Tx,
  libraryId: string,
  restored: Parameters<typeof restoredRows>[0],
): Promise<void> => {
  for (const table of TAG_TABLES)
    await tx`
      UPDATE ${raw(table)} AS link SET tags = wanted.tags FROM ${restoredRows(restored, foldTags)} AS wanted
      WHERE link.library_id = ${libraryId}::uuid AND link.id = wanted.id AND link.tags <> wanted.tags`
  await nameTags(tx, libraryId, foldTags(restored.flatMap(({ values }) => values.tags?.names ?? [])))
}

/** The texts of links, and their tags where they are given. The title and the words of the article follow from the address. */
const editTexts = async (
  tx: Tx,
  libraryId: string,
  links: IdRanges,
  texts: LinkTexts,
  tags: readonly string[] | undefined,
): Promise<void> => {
  for (const table of ['search', 'search_backlog'])
    await tx`
      UPDATE ${raw(table)} AS link SET own = given.own, site = given.site, article_id = given.article_id,
        title_from_page = given.title_from_page
      FROM json_to_record(${JSON.stringify(searchedTexts(texts))}::json) AS given(
        article_id bytea, site text, own text, title_from_page boolean), ${idsOf(links)} AS named
      WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id`
  await tx`
    UPDATE search AS link SET own = ${OWN_WITH_TITLE} FROM article_words AS known, ${idsOf(links)} AS named
    WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id AND known.article_id = link.article_id
      AND link.title_from_page`
  await tx`
    MERGE INTO search_articles AS words USING (
        SELECT link.library_id, link.id, link.created_at, coalesce(known.words, '') AS words
        FROM ${idsOf(links)} AS named JOIN search AS link ON link.library_id = ${libraryId}::uuid AND link.id = named.id
          LEFT JOIN article_words AS known USING (article_id)) AS link
      ON words.library_id = link.library_id AND words.id = link.id
    WHEN MATCHED AND link.words = '' THEN DELETE
    WHEN MATCHED AND words.words <> link.words THEN UPDATE SET words = link.words
    WHEN NOT MATCHED AND link.words <> '' THEN INSERT VALUES (link.library_id, link.id, link.created_at, link.words)`
  if (tags) await setTags(tx, libraryId, links, foldTags(tags))
}
