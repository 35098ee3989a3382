/** Writes a NotesBatch, whose values are these parameters. */
export const noteClauses = (schema: string, taken: string, revised: string, deleted: string): string[] => [
  `notes_taken AS (
    INSERT INTO ${schema}.notes SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.notes, ${taken}::json) AS r)`,
  `notes_revised AS (
    UPDATE ${schema}.notes AS note SET
      content = coalesce(change.content, note.content),
      color = coalesce(change.color, note.color),
      is_private = coalesce(change.is_private, note.is_private),
      updated_at = change.updated_at,
      revision = change.revision,
      texts = coalesce(change.texts || E'\\n' || split_part(note.texts, E'\\n', 2), note.texts)
    FROM fence, json_populate_recordset(NULL::${schema}.notes, ${revised}::json) AS change
    WHERE note.library_id = change.library_id AND note.id = change.id
    RETURNING note.library_id, note.link_id, change.updated_at AS at)`,
  // Ranges are expanded to ids, since Postgres misjudges how many notes a range holds.
  `notes_deleted AS (
    DELETE FROM ${schema}.notes AS note USING fence, (
      SELECT library_id, generate_series(first, last) AS id, at
      FROM json_to_recordset(${deleted}::json) AS r(library_id uuid, first integer, last integer, at timestamptz)) AS gone
    WHERE note.library_id = gone.library_id AND note.id = gone.id
    RETURNING note.library_id, note.link_id, gone.at)`,
  `links_noted AS (
    INSERT INTO ${schema}.noted_links AS known
    SELECT library_id, link_id, max(at) FROM (
      SELECT library_id, link_id, changed_at AS at
      FROM fence, json_to_recordset(${taken}::json) AS r(library_id uuid, link_id integer, changed_at timestamptz)
      UNION ALL SELECT * FROM notes_revised UNION ALL SELECT * FROM notes_deleted) AS noted
    GROUP BY library_id, link_id
    ON CONFLICT (library_id, link_id) DO UPDATE SET at = greatest(known.at, excluded.at))`,
  `notes_gone AS (
    INSERT INTO ${schema}.deleted_notes
    SELECT library_id, generate_series(first, last), revision
    FROM fence, json_to_recordset(${deleted}::json) AS r(library_id uuid, first integer, last integer, revision integer)
    ON CONFLICT DO NOTHING)`,
]
