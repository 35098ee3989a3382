import { effectsOf, ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED, rangesOf } from '../named-links.ts'
import { NOTHING, type Writes } from '../read-model.ts'
import { isRestored, restoredArrays, restoredClauses } from '../restored.ts'
import { retaggedTags } from '../retag.ts'
import { ownWith, searchedTexts } from './texts.ts'

/** The texts of a link, beside which its article's words are looked up. */
const CHANGES_TEXTS = new Set<string>(['LinkEdited', 'LinkPageProvided', 'LinkPageRemoved'])

export const isSearchBulk = ({ type }: { readonly type: string }): boolean =>
  ON_MANY_LINKS.has(type) || CHANGES_TEXTS.has(type)

/** One of its effects at most is on links. What becomes of a collection changes nothing that searches look in. */
export const writeSearchBulk = (schema: string, libraryId: string, event: LibraryEvent): Writes => {
  const changes = [searchChanged(libraryId)]
  const edited = (links: IdRanges, texts: LinkTexts, tags: readonly string[] | undefined): Writes => ({
    name: 'search-edited',
    clauses: textClauses(schema),
    values: [
      ...[libraryId, ...rangesOf(links), JSON.stringify(searchedTexts(texts))],
      tags ? foldTags(tags) : null,
    ],
    changes,
  })
  const effects = effectsOf(event)
  for (const effect of effects) {
    const { kind } = effect
    if (kind === 'links-restored') {
      const { links, values } = effect
      // Texts are those of a single link.
      if (values.texts !== undefined) return edited(links, values.texts, values.tags?.names)
      const restored = effects.filter(isRestored)
      if (restored.every(each => each.values.tags === undefined)) return NOTHING
      const given = [libraryId, ...restoredArrays(restored, foldTags)]
      return {
        name: 'search-restored',
        clauses: restoreClauses(schema),
        values: given,
        changes,
        isLarge: true,
      }
    }
    if (kind === 'links-removed') {
      const values = [libraryId, ...rangesOf(effect.links)]
      return { name: 'search-deleted', clauses: deleteClauses(schema), values, changes, isLarge: true }
    }
    if (kind !== 'links-changed') continue
    const { links, to, retag } = effect
    if (to.texts) return edited(links, to.texts, to.tags)
    const values = [libraryId, ...rangesOf(links)]
    if (retag) {
      values.push(...([foldTags(retag.from), retag.to && fold(retag.to), foldTags(retag.add)] as string[]))
      return { name: 'search-retagged', clauses: retagClauses(schema), values, changes, isLarge: true }
    }
    if (to.tags) {
      const clauses = tagClauses(schema)
      return {
        name: 'search-tagged',
        clauses,
        values: [...values, foldTags(to.tags)],
        changes,
        isLarge: true,
      }
    }
  }
  return NOTHING
}

const foldTags = (tags: readonly string[]): string[] => [...new Set(tags.map(fold))]

/** Searches find something else; lists and links are as they were. */
export const searchChanged = (libraryId: string): LibraryChange => ({
  libraryId,
  change: { what: ['search'], linkIds: [] },
})

/** Tables with one row per link. */
export const LINK_TABLES = ['search', 'search_link_tags', 'search_articles', 'search_backlog'] as const

const deleteClauses = (schema: string): string[] =>
  LINK_TABLES.map(table => `${table}_gone AS (DELETE FROM ${schema}.${table} AS link USING fence, ${NAMED})`)

/** Links that have these tags already are not written again. */
const tagClauses = (schema: string): string[] => [
  ...['search_link_tags', 'search_backlog'].map(
    table => `${table}_tagged AS (
    UPDATE ${schema}.${table} AS link SET tags = $4::text[]
    FROM fence, ${NAMED} AND link.tags <> $4::text[])`,
  ),
  `names AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT $1::uuid, tag FROM fence, unnest($4::text[]) AS tag ON CONFLICT DO NOTHING)`,
]

/** Two tags of a link that fold to the same go together: searches cannot tell them apart. */
const retagClauses = (schema: string): string[] => [
  ...['search_link_tags', 'search_backlog'].flatMap(table => [
    `${table}_wanted AS (
    SELECT link.id, ${retaggedTags('$4', '$5', '$6')} AS tags FROM fence, ${schema}.${table} AS link, ${NAMED})`,
    `${table}_tagged AS (
    UPDATE ${schema}.${table} AS link SET tags = wanted.tags FROM ${table}_wanted AS wanted
    WHERE link.library_id = $1::uuid AND link.id = wanted.id AND link.tags <> wanted.tags)`,
  ]),
  `names AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT $1::uuid, tag FROM fence, unnest($6::text[] || $5::text) AS tag WHERE tag IS NOT NULL
    ON CONFLICT DO NOTHING)`,
]

const restoreClauses = (schema: string): string[] => [
  ...restoredClauses,
  ...['search_link_tags', 'search_backlog'].map(
    table => `${table}_tagged AS (
    UPDATE ${schema}.${table} AS link SET tags = wanted.tags FROM wanted
    WHERE link.library_id = $1::uuid AND link.id = wanted.id AND link.tags <> wanted.tags)`,
  ),
  `names AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT DISTINCT $1::uuid, tag FROM lists, unnest(tags) AS tag ON CONFLICT DO NOTHING)`,
]

/** Writes the texts of a link, in $4 as JSON, and its tags $5 unless they are null. The words of its article follow from the address. */
const textClauses = (schema: string): string[] => [
  `edit AS (
    SELECT r.*, known.title, coalesce(known.words, '') AS words
    FROM fence, json_to_record($4::json) AS r(article_id bytea, site text, own text, title_from_page boolean)
      LEFT JOIN ${schema}.article_words AS known USING (article_id))`,
  `texts_edited AS (
    UPDATE ${schema}.search AS link SET own = ${ownWith('edit.title', 'edit')}, site = edit.site,
      article_id = edit.article_id, title_from_page = edit.title_from_page
    FROM edit, ${NAMED}
    RETURNING link.library_id, link.id, link.created_at, edit.words)`,
  `waiting_edited AS (
    UPDATE ${schema}.search_backlog AS link SET own = edit.own, site = edit.site,
      article_id = edit.article_id, title_from_page = edit.title_from_page, tags = coalesce($5::text[], link.tags)
    FROM edit, ${NAMED})`,
  `tags_edited AS (
    UPDATE ${schema}.search_link_tags AS link SET tags = $5::text[] FROM fence, ${NAMED} AND link.tags <> $5::text[])`,
  `names AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT $1::uuid, tag FROM fence, unnest($5::text[]) AS tag ON CONFLICT DO NOTHING)`,
  `words_edited AS (
    MERGE INTO ${schema}.search_articles AS known USING texts_edited AS link
      ON known.library_id = link.library_id AND known.id = link.id
    WHEN MATCHED AND link.words = '' THEN DELETE
    WHEN MATCHED THEN UPDATE SET words = link.words
    WHEN NOT MATCHED AND link.words <> '' THEN INSERT VALUES (link.library_id, link.id, link.created_at, link.words))`,
]
