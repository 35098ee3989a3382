import { LIBRARY_LANES, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import type { ReadModel } from '../read-model.ts'
import { LinksBatch } from './batch.ts'
import { isBulk, writeBulk } from './bulk.ts'
import { countClauses, RETURNING, updateMoves } from './counts.ts'

/** Links and collections, the counts of tags, and the counts and the allowance of each library. */
export const links: ReadModel = {
  lanes: LIBRARY_LANES,
  laneOf: stream => (stream.startsWith('library-') ? laneOf(stream.slice('library-'.length)) : undefined),
  isAlone: isBulk,
  write: (schema, events) => {
    const [first] = events
    if (first?.kind === 'library' && isBulk(first.event)) return writeBulk(schema, first.id, first.event)
    const batch = new LinksBatch()
    for (const event of events) batch.add(event)
    return {
      name: 'links',
      clauses: clausesIn(schema),
      values: [batch.saved, batch.patches, batch.deleted, batch.libraries, batch.collections].map(json),
      changes: batch.changes(),
    }
  },
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
      collection_id = CASE WHEN patch.is_moved THEN patch.collection_id ELSE link.collection_id END
    FROM fence, json_to_recordset($2::json) AS patch(
      library_id uuid, id integer, is_favorite boolean, is_archived boolean, is_moved boolean, collection_id integer)
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
