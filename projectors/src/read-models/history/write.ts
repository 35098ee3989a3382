import { raw, type Tx } from '../transaction.ts'

/** The ids of an act as one set, from the row `table`. A range without ends would have all numbers. */
const allLinks = (table: string) =>
  `CASE WHEN ${table}.link_id IS NULL THEN coalesce(${table}.links, '{}'::int4multirange)
    ELSE int4multirange(int4range(${table}.link_id, ${table}.link_id, '[]')) END`

const countOf = (set: string) =>
  `(SELECT coalesce(sum(upper(r) - lower(r)), 0)::integer FROM unnest(${set}) AS r)`

const firstOf = (set: string) => `ARRAY(
      SELECT id FROM unnest(${set}) AS r, generate_series(lower(r), least(upper(r) - 1, lower(r) + 2)) AS id
      ORDER BY id LIMIT 3)`

/** Columns of an act that gets more links: those that linkColumns (batch.ts) gives an act which has all of them at once. */
const setLinks = (act: string, more: string, { isMany }: { isMany: boolean }) => {
  const set = `((${allLinks(act)}) + (${allLinks(more)}))`
  const columns = isMany
    ? `link_id = NULL, links = ${set}`
    : `link_id = CASE WHEN ${countOf(set)} = 1 THEN lower(${set}) END,
      links = CASE WHEN ${countOf(set)} > 1 THEN ${set} END`
  return raw(`${columns}, link_count = ${countOf(set)}, named = ${firstOf(set)}`)
}

/**
 * Writes acts in JSON. An act whose command had its first events in an earlier batch is added to that row. An act that undoes
 * another is alone.
 */
export const writeActs = (tx: Tx, acts: string) => tx`
  WITH given AS MATERIALIZED (
    SELECT r.* FROM json_to_recordset(${acts}::json) AS r(
      n integer, library_id uuid, stream text, revision integer, last_revision integer, position bigint, at timestamptz, kind text, via text,
      member_id uuid, command_id text, import_id uuid, link_id integer, links int4multirange, link_count integer, named integer[],
      facts jsonb, undo text, topics text[], note_id integer, undoes text, may_continue boolean)),
  prior AS MATERIALIZED (
    SELECT given.n, act.at, act.revision FROM given JOIN acts AS act
      ON act.library_id = given.library_id AND act.command_id = given.command_id
        AND act.stream = given.stream AND act.last_revision = given.revision - 1
    WHERE given.may_continue),
  target AS MATERIALIZED (
    SELECT given.n, act.kind, act.stream || act.revision AS id, act.revision
    FROM given, LATERAL (
      SELECT * FROM acts AS act
      WHERE act.library_id = given.library_id AND act.command_id = given.undoes AND act.stream = 'l'
      ORDER BY act.revision DESC LIMIT 1) AS act
    WHERE given.undoes IS NOT NULL),
  fresh AS (
    INSERT INTO acts (library_id, stream, revision, last_revision, position, at, kind, via, member_id, command_id, import_id, link_id,
      links, link_count, named, facts, undo, undo_target)
    SELECT given.library_id, given.stream, given.revision, given.last_revision, given.position, given.at, given.kind, given.via,
      given.member_id, given.command_id, given.import_id, coalesce(given.link_id, note.link_id), given.links,
      CASE WHEN note.link_id IS NULL THEN given.link_count ELSE 1 END,
      CASE WHEN note.link_id IS NULL THEN given.named ELSE ARRAY[note.link_id] END,
      CASE WHEN target.id IS NULL THEN given.facts
        ELSE given.facts || jsonb_build_object('undone', jsonb_build_object('id', target.id, 'kind', target.kind)) END,
      given.undo, target.revision
    FROM given
      LEFT JOIN history_names AS note
        ON given.note_id IS NOT NULL AND given.link_id IS NULL
          AND note.library_id = given.library_id AND note.kind = 'n' AND note.id = given.note_id
      LEFT JOIN target ON target.n = given.n
    WHERE NOT EXISTS (SELECT FROM prior WHERE prior.n = given.n)
    RETURNING library_id, at, kind, via),
  continued AS (
    UPDATE acts AS act SET last_revision = given.last_revision, facts = given.facts || act.facts,
      ${setLinks('act', 'given', { isMany: false })}
    FROM given JOIN prior USING (n)
    WHERE act.library_id = given.library_id AND act.stream = given.stream AND act.revision = prior.revision),
  topics_written AS (
    INSERT INTO act_topics (library_id, topic, at, stream, revision)
    SELECT given.library_id, topic, coalesce(prior.at, given.at), given.stream, coalesce(prior.revision, given.revision)
    FROM given LEFT JOIN prior USING (n), unnest(given.topics) AS topic
    ON CONFLICT DO NOTHING)
  INSERT INTO act_months AS known (library_id, month, kind, via, acts)
  SELECT library_id, date_trunc('month', at AT TIME ZONE 'UTC')::date, kind, via, count(*) FROM fresh GROUP BY 1, 2, 3, 4
  ON CONFLICT (library_id, month, kind, via) DO UPDATE SET acts = known.acts + excluded.acts`

/** Adds links in JSON to the acts of imports that began in an earlier batch. */
export const addImported = (tx: Tx, imports: string) => tx`
  WITH more AS MATERIALIZED (
    SELECT r.* FROM json_to_recordset(${imports}::json) AS r(
      library_id uuid, import_id uuid, links int4multirange, link_id integer, topics text[])),
  imported AS (
    UPDATE acts AS act SET ${setLinks('act', 'more', { isMany: true })}
    FROM more WHERE act.library_id = more.library_id AND act.import_id = more.import_id AND act.kind = 'imported'
    RETURNING act.library_id, act.at, act.stream, act.revision, more.topics)
  INSERT INTO act_topics (library_id, topic, at, stream, revision)
  SELECT library_id, topic, at, stream, revision FROM imported, unnest(topics) AS topic
  ON CONFLICT DO NOTHING`
