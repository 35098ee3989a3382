import { json, raw, type Tx } from '../transaction.ts'
import type { NotesBatch } from './batch.ts'

/** Notes that are new come last: what else the batch has of their ids was before them. */
export const writeNotes = async (tx: Tx, batch: NotesBatch): Promise<void> => {
  const { taken, revised } = batch.rows()
  if (revised.length > 0)
    await tx`
      WITH changed AS (
        UPDATE notes AS note SET
          content = coalesce(change.content, note.content),
          color = coalesce(change.color, note.color),
          is_private = coalesce(change.is_private, note.is_private),
          is_shared = coalesce(change.is_shared, note.is_shared),
          link_id = coalesce(change.link_id, note.link_id),
          member_id = CASE WHEN change.link_id IS NULL THEN note.member_id ELSE change.member_id END,
          updated_at = coalesce(change.updated_at, note.updated_at),
          revision = change.revision,
          texts = coalesce(change.texts || E'\\n' || split_part(note.texts, E'\\n', 2), note.texts)
        FROM json_populate_recordset(NULL::notes, ${json(revised)}::json) AS change
        WHERE note.library_id = change.library_id AND note.id = change.id
        RETURNING note.library_id, note.link_id, note.member_id, change.updated_at AS at)
      ${NOTE_LINKS}`
  // Ranges are expanded to ids, since Postgres misjudges how many notes a range holds.
  if (batch.deleted.length > 0)
    await tx`
      WITH gone AS MATERIALIZED (
        SELECT library_id, generate_series(first, last) AS id, revision, at
        FROM json_to_recordset(${json(batch.deleted)}::json) AS r(
          library_id uuid, first integer, last integer, revision integer, at timestamptz)),
      kept AS (INSERT INTO deleted_notes SELECT library_id, id, revision FROM gone ON CONFLICT DO NOTHING),
      changed AS (
        DELETE FROM notes AS note USING gone WHERE note.library_id = gone.library_id AND note.id = gone.id
        RETURNING note.library_id, note.link_id, note.member_id, gone.at)
      ${NOTE_LINKS}`
  if (taken.length > 0)
    await tx`INSERT INTO notes SELECT * FROM json_populate_recordset(NULL::notes, ${json(taken)}::json)`
  if (batch.noted.size > 0)
    await tx`
      WITH changed AS (
        SELECT * FROM json_to_recordset(${json(batch.noted.values())}::json) AS r(
          library_id uuid, link_id integer, member_id uuid, at timestamptz))
      ${NOTE_LINKS}`
}

/** Says when the notes on the links of `changed` changed, of those that the library has itself. */
const NOTE_LINKS = raw(`
  INSERT INTO noted_links AS known SELECT library_id, link_id, max(at) FROM changed WHERE member_id IS NULL AND at IS NOT NULL GROUP BY library_id, link_id
  ON CONFLICT (library_id, link_id) DO UPDATE SET at = greatest(known.at, excluded.at)`)
