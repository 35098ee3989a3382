/**
 * Clauses that keep the counts of libraries, collections and tags, and write the other facts of libraries and collections.
 * The counts come from the rows that the statement writes, so they cannot drift from them.
 *
 * `moves` must have each link as it was (n = -1) and as it is (n = 1): library_id, collection_id, is_favorite,
 * is_archived, tags, n. The parameters are JSON lists of LinksBatch.
 */
export const countClauses = (
  schema: string,
  facts: { libraries: string; collections: string } = { libraries: "'[]'", collections: "'[]'" },
): string[] => [
  `counted AS (SELECT library_id, ${SUMS} FROM moves GROUP BY library_id)`,
  `collections_counted AS (
    SELECT library_id, collection_id AS id, ${SUMS}
    FROM moves WHERE collection_id IS NOT NULL GROUP BY library_id, collection_id)`,
  `tags_counted AS (
    SELECT library_id, tag, sum(n)::integer AS n FROM moves, unnest(tags) AS tag
    WHERE NOT is_archived GROUP BY library_id, tag HAVING sum(n) <> 0)`,
  `tags_written AS (
    MERGE INTO ${schema}.tags AS tag USING tags_counted AS counted
      ON tag.library_id = counted.library_id AND tag.tag = counted.tag
    WHEN MATCHED AND tag.active + counted.n <= 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET active = tag.active + counted.n
    WHEN NOT MATCHED AND counted.n > 0 THEN INSERT VALUES (counted.library_id, counted.tag, counted.n)
    RETURNING merge_action() AS action, counted.library_id)`,
  `tags_more AS (
    SELECT library_id, sum(CASE action WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END) AS tag_count
    FROM tags_written GROUP BY library_id)`,
  `library_facts AS (
    SELECT library_id, owner_id, plan, item_limit
    FROM fence, json_populate_recordset(NULL::${schema}.libraries, ${facts.libraries}::json))`,
  `libraries_written AS (
    MERGE INTO ${schema}.libraries AS library USING (
      SELECT * FROM library_facts FULL JOIN counted USING (library_id) LEFT JOIN tags_more USING (library_id)
    ) AS more ON library.library_id = more.library_id
    WHEN MATCHED THEN UPDATE SET
      owner_id = coalesce(more.owner_id, library.owner_id),
      plan = coalesce(more.plan, library.plan),
      item_limit = CASE WHEN more.plan IS NULL THEN library.item_limit ELSE more.item_limit END,
      ${[...COUNTS, 'tag_count'].map(plus('library')).join(', ')}
    WHEN NOT MATCHED THEN INSERT (library_id, owner_id, plan, item_limit, ${COUNTS.join(', ')}, tag_count)
      VALUES (more.library_id, more.owner_id, coalesce(more.plan, 'free'),
        CASE WHEN more.plan IS NULL THEN 500 ELSE more.item_limit END,
        ${[...COUNTS, 'tag_count'].map(orNone).join(', ')}))`,
  `collection_facts AS (
    SELECT facts.* FROM fence, json_to_recordset(${facts.collections}::json) AS facts(
      library_id uuid, id integer, name text, color text, description text, is_described boolean))`,
  `collections_written AS (
    MERGE INTO ${schema}.collections AS collection USING (
      SELECT * FROM collection_facts FULL JOIN collections_counted USING (library_id, id)
    ) AS more ON collection.library_id = more.library_id AND collection.id = more.id
    WHEN MATCHED THEN UPDATE SET
      name = coalesce(more.name, collection.name),
      color = coalesce(more.color, collection.color),
      description = CASE WHEN more.is_described THEN more.description ELSE collection.description END,
      ${COUNTS.map(plus('collection')).join(', ')}
    WHEN NOT MATCHED THEN INSERT (library_id, id, name, color, description, ${COUNTS.join(', ')})
      VALUES (more.library_id, more.id, more.name, more.color, more.description, ${COUNTS.map(orNone).join(', ')}))`,
]

/** Lets an UPDATE of links return the columns that updateMoves needs. */
export const RETURNING = `RETURNING new.library_id, new.collection_id, new.is_favorite, new.is_archived, new.tags,
      old.collection_id AS old_collection_id, old.is_favorite AS was_favorite, old.is_archived AS was_archived, old.tags AS old_tags`

/** The moves of the links that an UPDATE changed. */
export const updateMoves = (updated: string): string =>
  `SELECT library_id, collection_id, is_favorite, is_archived, tags, 1 AS n FROM ${updated}
    UNION ALL SELECT library_id, old_collection_id, was_favorite, was_archived, old_tags, -1 FROM ${updated}`

const COUNTS = ['active', 'archived', 'active_favorites', 'archived_favorites']

const SUMS = `
      sum(CASE WHEN NOT is_archived THEN n ELSE 0 END) AS active,
      sum(CASE WHEN is_archived THEN n ELSE 0 END) AS archived,
      sum(CASE WHEN NOT is_archived AND is_favorite THEN n ELSE 0 END) AS active_favorites,
      sum(CASE WHEN is_archived AND is_favorite THEN n ELSE 0 END) AS archived_favorites`

const orNone = (column: string) => `coalesce(more.${column}, 0)`

const plus = (table: string) => (column: string) => `${column} = ${table}.${column} + ${orNone(column)}`
