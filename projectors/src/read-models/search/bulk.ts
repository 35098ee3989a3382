import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED, rangesOf } from '../named-links.ts'
import { NOTHING, type Writes } from '../read-model.ts'

/** A CollectionDeleted changes nothing that searches look in. */
type SearchBulk = Extract<LibraryEvent, { type: 'LinksDeleted' | 'LinksEdited' }>

export const isSearchBulk = (event: { readonly type: string }): event is SearchBulk =>
  event.type === 'LinksDeleted' || event.type === 'LinksEdited'

export const writeSearchBulk = (schema: string, libraryId: string, { type, data }: SearchBulk): Writes => {
  const values = [libraryId, ...rangesOf(data.links)]
  const changes = [searchChanged(libraryId)]
  switch (type) {
    case 'LinksDeleted':
      return { name: 'search-deleted', clauses: deleteClauses(schema), values, changes, isLarge: true }
    case 'LinksEdited': {
      if (data.changes.tags === undefined) return NOTHING
      const tags = [...new Set(data.changes.tags.map(fold))]
      const clauses = tagClauses(schema)
      return { name: 'search-tagged', clauses, values: [...values, tags], changes, isLarge: true }
    }
    default:
      return unhandled(type)
  }
}

/** Searches find something else; lists and links are as they were. */
export const searchChanged = (libraryId: string): LibraryChange => ({
  libraryId,
  change: { what: ['search'], linkIds: [] },
})

/** Tables with one row per link. */
export const LINK_TABLES = ['search', 'search_link_tags', 'search_articles', 'search_backlog']

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
