import { effectsOf, ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import { LIBRARY_LANES, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { closedBy, dropLibrary, isClosing } from '../closed.ts'
import { importClauses } from '../imports/clauses.ts'
import { noteClauses } from '../notes/clauses.ts'
import type { ReadModel, Writes } from '../read-model.ts'
import { LinksBatch } from './batch.ts'
import { writeBulk } from './bulk.ts'
import { changeAct, namedActs } from './change-acts.ts'
import { countClauses, RETURNING, updateMoves } from './counts.ts'
import { setTexts, TEXT_COLUMNS } from './texts.ts'

/** Links and collections, the counts of tags, the counts and the allowance of each library, imports and notes. */
export const links: ReadModel = {
  lanes: LIBRARY_LANES,
  laneOf: stream => {
    const [, libraryId] = /^(?:library|notebook)-(.*)$/.exec(stream) ?? []
    return libraryId === undefined ? undefined : laneOf(libraryId)
  },
  isAlone: event => ON_MANY_LINKS.has(event.type) || isClosing(event),
  write: (schema, events) => {
    const [first] = events
    const closed = first && closedBy(first)
    if (closed !== undefined) {
      const writes = dropLibrary(schema, closed, laneOf(closed), TABLES)
      return { ...writes, clauses: [...writes.clauses, FORGET_PAST] }
    }
    if (first?.kind === 'library' && ON_MANY_LINKS.has(first.event.type)) {
      const acts = namedActs([changeAct(first, effectsOf(first.event))])
      const writes = writeBulk(schema, first.id, first.event)
      const changes = writes.changes.map(each => ({ ...each, change: { ...each.change, ...acts } }))
      return { ...writes, changes }
    }
    const batch = new LinksBatch()
    for (const event of events) batch.add(event)
    const values = [batch.saved, batch.patches, batch.deleted, batch.libraries, batch.collections].map(json)
    const changes = batch.changes()
    const { imports, notes } = batch
    const parts: Part[] = []
    if (!imports.isEmpty) parts.push({ name: 'imports', clauses: importClauses, values: imports.values() })
    if (!notes.isEmpty) parts.push({ name: 'notes', clauses: noteClauses, values: notes.values() })
    return parts.reduce(withPart(schema), { name: 'links', clauses: clausesIn(schema), values, changes })
  },
}

/** The library as it was goes as well: past/tables.ts drops the schema of a past without a row. */
const FORGET_PAST =
  'past_forgotten AS (DELETE FROM projections.pasts AS past USING fence WHERE past.library_id = $1::uuid)'

/** Tables with rows of libraries. */
const TABLES = [
  ...(['links', 'libraries', 'collections', 'tags', 'imports', 'import_chunks'] as const),
  ...(['notes', 'noted_links', 'deleted_notes'] as const),
]

/** Rows of another subject, which few batches have. Their clauses take the names of their parameters. */
type Part = Pick<Writes, 'name' | 'values'> & {
  readonly clauses: (schema: string, ...parameters: string[]) => string[]
}

const withPart =
  (schema: string) =>
  (writes: Writes, part: Part): Writes => {
    const parameters = part.values.map((_, n) => `$${writes.values.length + n + 1}`)
    return {
      name: `${writes.name}-${part.name}`,
      clauses: [...writes.clauses, ...part.clauses(schema, ...parameters)],
      values: [...writes.values, ...part.values],
      changes: writes.changes,
      isLarge: true,
    }
  }

const json = (items: Map<string, object>): string => JSON.stringify([...items.values()])

const clausesIn = (schema: string): string[] => [
  `saved AS (
    INSERT INTO ${schema}.links SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.links, $1::json) AS r
    RETURNING library_id, collection_id, is_favorite, is_archived, tags)`,
  `patched AS (
    UPDATE ${schema}.links AS link SET
      is_favorite = coalesce(patch.is_favorite, link.is_favorite),
      is_archived = coalesce(patch.is_archived, link.is_archived),
      collection_id = CASE WHEN patch.is_moved THEN patch.collection_id ELSE link.collection_id END,
      tags = coalesce(patch.tags, link.tags),
      updated_at = patch.updated_at,
      ${setTexts('patch')}
    FROM fence, json_to_recordset($2::json) AS patch(
      library_id uuid, id integer, is_favorite boolean, is_archived boolean, is_moved boolean, collection_id integer,
      tags text[], updated_at timestamptz, ${TEXT_COLUMNS})
    WHERE link.library_id = patch.library_id AND link.id = patch.id
    ${RETURNING})`,
  `deleted AS (
    DELETE FROM ${schema}.links AS link
    USING fence, json_to_recordset($3::json) AS gone(library_id uuid, id integer)
    WHERE link.library_id = gone.library_id AND link.id = gone.id
    RETURNING link.library_id, link.collection_id, link.is_favorite, link.is_archived, link.tags)`,
  `moves AS (
    SELECT library_id, collection_id, is_favorite, is_archived, tags, 1 AS n FROM saved
    UNION ALL ${updateMoves('patched')}
    UNION ALL SELECT library_id, collection_id, is_favorite, is_archived, tags, -1 FROM deleted)`,
  ...countClauses(schema, { libraries: '$4', collections: '$5' }),
]
