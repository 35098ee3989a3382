-- The counts of libraries, collections and tags follow every statement that writes links, so that they cannot drift from them.
-- A past has these functions and triggers of its own (past/tables.ts).

-- How many links of one kind came (n > 0) or went.
CREATE TYPE moved_links AS (
  library_id uuid,
  collection_id integer,
  is_favorite boolean,
  is_archived boolean,
  tags text[],
  n integer
);

CREATE FUNCTION count_links() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  moved moved_links[];
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      moved := ARRAY(
        SELECT ROW(library_id, collection_id, is_favorite, is_archived, tags, count(*))::moved_links
        FROM after GROUP BY library_id, collection_id, is_favorite, is_archived, tags);
    WHEN 'DELETE' THEN
      moved := ARRAY(
        SELECT ROW(library_id, collection_id, is_favorite, is_archived, tags, -count(*))::moved_links
        FROM before GROUP BY library_id, collection_id, is_favorite, is_archived, tags);
    ELSE
      moved := ARRAY(
        SELECT ROW(library_id, collection_id, is_favorite, is_archived, tags, sum(n))::moved_links
        FROM (
          SELECT library_id, collection_id, is_favorite, is_archived, tags, 1 AS n FROM after
          UNION ALL SELECT library_id, collection_id, is_favorite, is_archived, tags, -1 FROM before) AS link
        GROUP BY library_id, collection_id, is_favorite, is_archived, tags HAVING sum(n) <> 0);
  END CASE;
  IF cardinality(moved) = 0 THEN
    RETURN NULL;
  END IF;
  WITH tags_counted AS (
    SELECT link.library_id, tag, sum(n)::integer AS n FROM unnest(moved) AS link, unnest(link.tags) AS tag
    WHERE NOT is_archived GROUP BY link.library_id, tag HAVING sum(n) <> 0),
  tags_written AS (
    MERGE INTO tags AS tag USING tags_counted AS counted ON tag.library_id = counted.library_id AND tag.tag = counted.tag
    WHEN MATCHED AND tag.active + counted.n <= 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET active = tag.active + counted.n
    WHEN NOT MATCHED AND counted.n > 0 THEN INSERT VALUES (counted.library_id, counted.tag, counted.n)
    RETURNING merge_action() AS action, counted.library_id),
  tags_more AS (
    SELECT library_id, sum(CASE action WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END) AS n
    FROM tags_written GROUP BY library_id),
  counted AS (
    SELECT library_id, collection_id,
      coalesce(sum(n) FILTER (WHERE NOT is_archived), 0) AS active,
      coalesce(sum(n) FILTER (WHERE is_archived), 0) AS archived,
      coalesce(sum(n) FILTER (WHERE NOT is_archived AND is_favorite), 0) AS active_favorites,
      coalesce(sum(n) FILTER (WHERE is_archived AND is_favorite), 0) AS archived_favorites
    FROM unnest(moved) GROUP BY library_id, collection_id),
  collections_written AS (
    MERGE INTO collections AS collection
    USING (SELECT * FROM counted WHERE collection_id IS NOT NULL) AS more
      ON collection.library_id = more.library_id AND collection.id = more.collection_id
    WHEN MATCHED THEN UPDATE SET
      active = collection.active + more.active,
      archived = collection.archived + more.archived,
      active_favorites = collection.active_favorites + more.active_favorites,
      archived_favorites = collection.archived_favorites + more.archived_favorites
    -- It has no name, so this refuses a link in a collection that is not there.
    WHEN NOT MATCHED AND more.active + more.archived > 0 THEN
      INSERT (library_id, id) VALUES (more.library_id, more.collection_id))
  MERGE INTO libraries AS library
  USING (
    SELECT library_id, sum(active) AS active, sum(archived) AS archived, sum(active_favorites) AS active_favorites,
      sum(archived_favorites) AS archived_favorites, coalesce(max(tags_more.n), 0) AS tags
    FROM counted LEFT JOIN tags_more USING (library_id) GROUP BY library_id) AS more
    ON library.library_id = more.library_id
  WHEN MATCHED THEN UPDATE SET
    active = library.active + more.active,
    archived = library.archived + more.archived,
    active_favorites = library.active_favorites + more.active_favorites,
    archived_favorites = library.archived_favorites + more.archived_favorites,
    tag_count = library.tag_count + more.tags
  -- Links may go after the row of their library.
  WHEN NOT MATCHED AND more.active + more.archived > 0 THEN
    INSERT (library_id, active, archived, active_favorites, archived_favorites, tag_count)
    VALUES (more.library_id, more.active, more.archived, more.active_favorites, more.archived_favorites, more.tags);
  RETURN NULL;
END $$;

CREATE TRIGGER count_saved AFTER INSERT ON links REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_links();
CREATE TRIGGER count_changed AFTER UPDATE ON links REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_links();
CREATE TRIGGER count_deleted AFTER DELETE ON links REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION count_links();
