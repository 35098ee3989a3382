import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { NAMED, rangesOf } from './library-bulk.ts'
import { libraryIdOf, searchChanged } from './library-events.ts'
import type { Writes } from './projection.ts'

type SearchBulk = Extract<LibraryEvent, { type: 'LinksDeleted' | 'LinksEdited' }>

/** Of the acts on many links only these change what searches look in; a CollectionDeleted and other edits do not. */
export const isSearchBulk = (event: RecordedEvent): boolean => {
  const { type, data } = event as unknown as LibraryEvent
  return type === 'LinksDeleted' || (type === 'LinksEdited' && data?.changes?.tags !== undefined)
}

export const writeSearchBulk = (schema: string, event: RecordedEvent): Writes => {
  const { type, data } = event as unknown as SearchBulk
  const libraryId = libraryIdOf(event)
  const values = [libraryId, ...rangesOf(data.links)]
  const tags = type === 'LinksEdited' ? [...new Set((data.changes.tags ?? []).map(fold))] : []
  const changes = [searchChanged(libraryId, tags)]
  if (type === 'LinksDeleted')
    return {
      name: 'search-deleted',
      clauses: ['search', 'search_link_tags', 'search_articles'].map(
        table => `${table}_gone AS (DELETE FROM ${schema}.${table} AS link USING fence, ${NAMED})`,
      ),
      values,
      changes,
      isLarge: true,
    }
  return {
    name: 'search-tagged',
    clauses: tagClauses(schema),
    values: [...values, tags],
    changes,
    isLarge: true,
  }
}

/** Links that have these tags already are not written again. */
const tagClauses = (schema: string): string[] => [
  `tagged AS (
    UPDATE ${schema}.search_link_tags AS link SET tags = $4::text[]
    FROM fence, ${NAMED} AND link.tags <> $4::text[])`,
  `names AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT $1::uuid, tag FROM fence, unnest($4::text[]) AS tag ON CONFLICT DO NOTHING)`,
]
