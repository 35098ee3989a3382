import { LibraryBatch } from './library-batch.ts'
import { isBulk, writeBulk } from './library-bulk.ts'
import { countClauses } from './library-counts.ts'
import type { Projection } from './projection.ts'

/** Links and collections, and the counts and allowance of their libraries. */
export const libraries: Projection = {
  write: (schema, events) => {
    const [first] = events
    if (first && isBulk(first)) return writeBulk(schema, first)
    const batch = new LibraryBatch()
    for (const event of events) batch.add(event)
    return {
      name: 'libraries',
      clauses: clausesIn(schema),
      values: [batch.rows, batch.patches, batch.drops, batch.libraries, batch.collections].map(json),
      changes: batch.changes(),
    }
  },
  isAlone: isBulk,
}

const json = (items: Map<string, object>): string => JSON.stringify([...items.values()])

const clausesIn = (schema: string): string[] => [
  `saved AS (
    INSERT INTO ${schema}.links
      (library_id, id, collection_id, created_at, is_favorite, is_archived, article_id, card, tags)
    SELECT r.l, r.i, r.coll, r.at, r.fav, r.arc, r.article, r.card, r.tags
    FROM fence, json_to_recordset($1::json)
      AS r(l uuid, i integer, coll integer, at timestamptz, fav boolean, arc boolean, article bytea, card text, tags text)
    RETURNING library_id, collection_id, is_favorite, is_archived, tags)`,
  `patched AS (
    UPDATE ${schema}.links AS link SET
      is_favorite = coalesce(p.fav, link.is_favorite), is_archived = coalesce(p.arc, link.is_archived),
      collection_id = CASE WHEN p.moved THEN p.coll ELSE link.collection_id END
    FROM fence, json_to_recordset($2::json)
      AS p(l uuid, i integer, fav boolean, arc boolean, moved boolean, coll integer)
    WHERE link.library_id = p.l AND link.id = p.i
    RETURNING link.library_id, new.collection_id, new.is_favorite, new.is_archived, link.tags,
      old.collection_id AS old_collection_id, old.is_favorite AS was_favorite, old.is_archived AS was_archived)`,
  `dropped AS (
    DELETE FROM ${schema}.links AS link
    USING fence, json_to_recordset($3::json) AS d(l uuid, i integer)
    WHERE link.library_id = d.l AND link.id = d.i
    RETURNING link.library_id, link.collection_id, link.is_favorite, link.is_archived, link.tags)`,
  `moves AS (
    SELECT library_id, collection_id, is_favorite, is_archived, tags, 1 AS n FROM saved
    UNION ALL SELECT library_id, collection_id, is_favorite, is_archived, tags, 1 FROM patched
    UNION ALL SELECT library_id, old_collection_id, was_favorite, was_archived, tags, -1 FROM patched
    UNION ALL SELECT library_id, collection_id, is_favorite, is_archived, tags, -1 FROM dropped)`,
  ...countClauses(schema, { libraries: '$4', collections: '$5' }),
]
