/**
 * Clauses that keep the counts of libraries, collections and tags, and write what else is known of libraries and
 * collections. Counts come from the very rows that are written, so they cannot drift from them.
 *
 * `moves` must give each link as it was (n = -1) and as it is (n = 1): library_id, collection_id, is_favorite,
 * is_archived, tags, n. The parameters are JSON lists as in library-batch.ts.
 */
export const countClauses = (
  schema: string,
  parameter: { libraries: string; collections: string },
): string[] => [
  `counted AS (SELECT library_id, ${COUNTS} FROM moves GROUP BY library_id)`,
  `collections_counted AS (
    SELECT library_id, collection_id AS id, ${COUNTS}
    FROM moves WHERE collection_id IS NOT NULL GROUP BY library_id, collection_id)`,
  // Bulk edits give many links the same tags: each list of tags is taken apart once.
  `tag_lists_counted AS (
    SELECT library_id, tags, sum(n) AS n
    FROM moves WHERE NOT is_archived AND tags <> '[]' GROUP BY library_id, tags HAVING sum(n) <> 0)`,
  `tags_counted AS (
    SELECT library_id, tag, sum(n) AS n
    FROM tag_lists_counted, json_array_elements_text(tags::json) AS tag GROUP BY library_id, tag HAVING sum(n) <> 0)`,
  // Looked up one by one: Postgres expects so many that it would read the tags of everybody instead.
  `tags_now AS (
    SELECT library_id, tag, old.place, coalesce(old.active, 0) + n AS active, coalesce(old.active, 0) AS was
    FROM tags_counted AS counted LEFT JOIN LATERAL (
      SELECT ctid AS place, active FROM ${schema}.tags
      WHERE library_id = counted.library_id AND tag = counted.tag LIMIT 1) AS old ON true)`,
  `tags_written AS (
    INSERT INTO ${schema}.tags (library_id, tag, active)
    SELECT library_id, tag, active FROM tags_now WHERE active > 0
    ON CONFLICT (library_id, tag) DO UPDATE SET active = excluded.active)`,
  `tags_unused AS (
    DELETE FROM ${schema}.tags WHERE ctid = ANY (ARRAY (SELECT place FROM tags_now WHERE active <= 0)))`,
  `tag_counts AS (
    SELECT library_id, sum((active > 0)::integer - (was > 0)::integer) AS tags FROM tags_now GROUP BY library_id)`,
  `facts AS (
    SELECT l AS library_id, owner, plan, cap
    FROM fence, json_to_recordset(${parameter.libraries}::json) AS f(l uuid, owner uuid, plan text, cap integer))`,
  `collection_facts AS (
    SELECT l AS library_id, i AS id, name, color, described, text
    FROM fence, json_to_recordset(${parameter.collections}::json)
      AS f(l uuid, i integer, name text, color text, described boolean, text text))`,
  `libraries_written AS (
    INSERT INTO ${schema}.libraries
      (library_id, owner_id, plan, item_limit, ${COLUMNS.join(', ')}, tag_count)
    SELECT library_id,
      coalesce(facts.owner, old.owner_id),
      coalesce(facts.plan, old.plan, 'free'),
      CASE WHEN facts.plan IS NOT NULL THEN facts.cap WHEN old.library_id IS NOT NULL THEN old.item_limit ELSE 500 END,
      ${COLUMNS.map(column => sumOf(column, 'counted')).join(', ')},
      coalesce(old.tag_count, 0) + coalesce(tag_counts.tags, 0)
    FROM facts FULL JOIN counted USING (library_id)
      LEFT JOIN tag_counts USING (library_id) LEFT JOIN ${schema}.libraries AS old USING (library_id)
    ON CONFLICT (library_id) DO UPDATE SET
      owner_id = excluded.owner_id, plan = excluded.plan, item_limit = excluded.item_limit,
      ${OVERWRITE}, tag_count = excluded.tag_count)`,
  `collections_written AS (
    INSERT INTO ${schema}.collections (library_id, id, name, color, description, ${COLUMNS.join(', ')})
    SELECT library_id, id,
      coalesce(facts.name, old.name),
      coalesce(facts.color, old.color),
      CASE WHEN facts.described THEN facts.text ELSE old.description END,
      ${COLUMNS.map(column => sumOf(column, 'counted')).join(', ')}
    FROM collection_facts AS facts FULL JOIN collections_counted AS counted USING (library_id, id)
      LEFT JOIN ${schema}.collections AS old USING (library_id, id)
    ON CONFLICT (library_id, id) DO UPDATE SET
      name = excluded.name, color = excluded.color, description = excluded.description, ${OVERWRITE})`,
]

const COLUMNS = ['active', 'archived', 'active_favorites', 'archived_favorites'] as const

const COUNTS = `
      sum(CASE WHEN NOT is_archived THEN n ELSE 0 END) AS active,
      sum(CASE WHEN is_archived THEN n ELSE 0 END) AS archived,
      sum(CASE WHEN NOT is_archived AND is_favorite THEN n ELSE 0 END) AS active_favorites,
      sum(CASE WHEN is_archived AND is_favorite THEN n ELSE 0 END) AS archived_favorites`

const OVERWRITE = COLUMNS.map(column => `${column} = excluded.${column}`).join(', ')

const sumOf = (column: string, counted: string) =>
  `coalesce(old.${column}, 0) + coalesce(${counted}.${column}, 0)`
