import type { HistoryPage } from '@lectern/contracts/api/history.ts'
import { HISTORY_LANE, SEARCH_LANE } from '@lectern/contracts/read-model/lanes.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { BenchParts } from '../bench-parts.ts'
import type { LoadResult } from '../generator/load.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { inTurn, medianOf } from '../measure/rounds.ts'
import { lanesPass } from '../world/caught-up.ts'
import { succeed, type User } from '../world/users.ts'
import { refuseFailures } from './failures.ts'

const ACTS = 1_000_000
const INSERTED_AT_ONCE = 50_000
const ROUNDS = 3
const P50_MAX = 20
const PATIENCE_MS = 120_000

/** What is asked for, and the query. Numbers that differ keep Postgres from answering the same page again and again. */
const QUERIES: Record<string, (n: number) => string> = {
  'the newest': () => '',
  'a later page': n => `&until=2024-0${1 + (n % 9)}-15T00:00:00Z`,
  moves: () => '&kind=moves',
  'what programs did': () => '&via=api',
  'a collection': n => `&collection=${1 + (n % 3)}`,
  'a tag': n => `&tag=tag-${3 + 8 * n}`,
  'a rare tag': n => `&tag=rare-${n}`,
  'one link': n => `&link=${100 * n + 7}`,
  'archivings under a tag': n => `&kind=flags&tag=tag-${1 + 8 * n}`,
  'a search for one link': n => `&q=seed-${41_000 + n}`,
  'a search for many links': () => '&q=seed',
  'the months': () => 'months',
}

/** Pages of a history of a million acts: those of 50,000 links, and more whose rows are written directly. */
export const historyLines = async (parts: BenchParts, user: User): Promise<Line[]> => {
  const { stack, generator } = parts
  await lanesPass(
    parts.pool,
    await parts.store.end(),
    lane => lane === HISTORY_LANE || lane === SEARCH_LANE,
    PATIENCE_MS,
  )
  await insertActs(parts, user)
  const pathsOf = (query: (n: number) => string) =>
    Array.from({ length: 20 }, (_, n) => {
      const asked = query(n)
      return asked === 'months' ? '/api/history/months' : `/api/history?limit=50${asked}`
    })
  for (const [name, query] of Object.entries(QUERIES)) {
    const [path = ''] = pathsOf(query)
    const answer = await succeed<Partial<HistoryPage>>(user.api, { method: 'GET', path })
    if (answer.acts?.length === 0) throw new Error(`The history has nothing for ${name}: ${path}`)
  }
  const results: Record<string, LoadResult[]> = await inTurn(
    ROUNDS,
    Object.fromEntries(
      Object.entries(QUERIES).map(([name, query]) => [
        name,
        () =>
          generator
            .run({
              ...{ port: stack.port, connections: 1, seconds: 1.5, warmUp: 0.3 },
              requests: { kind: 'get', paths: pathsOf(query), cookies: [user.api.cookie()] },
            })
            .then(refuseFailures),
      ]),
    ),
  )
  return Object.keys(QUERIES).map((name, n): Line => {
    const p50 = medianOf(results[name] ?? [], r => r.p50)
    return {
      measure: `${n === 0 ? `(w) history of ${ACTS.toLocaleString('en')} acts, p50 alone: ` : '    '}${name}`,
      ...{ ours: milliseconds(p50), required: `under ${P50_MAX} ms`, ok: p50 < P50_MAX },
    }
  })
}

/** Rows as the projection writes them, of acts on the user's links over five years. */
const insertActs = async ({ pool }: BenchParts, { libraryId }: User): Promise<void> => {
  const schema = (await currentReadSchema(pool)) ?? ''
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${schema}.acts WHERE library_id = $1`,
    [libraryId],
  )
  await pool.query(
    `INSERT INTO ${schema}.history_names (library_id, kind, id, title, texts, is_gone)
     SELECT $1, 'c', id, 'Collection ' || id, 'collection ' || id, false FROM generate_series(1, 3) AS id`,
    [libraryId],
  )
  const there = rows[0]?.n ?? 0
  for (let from = there; from < ACTS; from += INSERTED_AT_ONCE)
    await pool.query(INSERT(schema), [libraryId, from, Math.min(ACTS, from + INSERTED_AT_ONCE) - 1])
  await pool.query(
    `INSERT INTO ${schema}.act_months AS known
     SELECT library_id, date_trunc('month', at AT TIME ZONE 'UTC')::date, kind, via, count(*) FROM ${schema}.acts
     WHERE library_id = $1 GROUP BY 1, 2, 3, 4
     ON CONFLICT (library_id, month, kind, via) DO UPDATE SET acts = excluded.acts`,
    [libraryId],
  )
  for (const table of ['acts', 'act_topics', 'history_names']) await pool.query(`ANALYZE ${schema}.${table}`)
}

/** One act in fifty is on 500 links, one in four has a tag or a collection. */
const INSERT = (schema: string) => `
  WITH act AS (
    SELECT n, 1000000 + n AS revision, timestamptz '2020-01-01Z' + n * interval '150 seconds' AS at, 1 + n % 50000 AS link,
      (ARRAY['saved', 'archived', 'favorited', 'tagged', 'moved', 'edited', 'unarchived', 'saved'])[1 + n % 8] AS kind,
      CASE WHEN n % 100 = 1 THEN 'api' WHEN n % 20 = 3 THEN 'extension' ELSE 'web' END AS via, n % 50 = 9 AS is_bulk
    FROM generate_series($2::integer, $3::integer) AS n),
  written AS (
    INSERT INTO ${schema}.acts (library_id, stream, revision, last_revision, at, kind, via, command_id, link_id, links,
      link_count, named, facts, undo)
    SELECT $1::uuid, 'l', revision, revision, at, kind, via, 'command ' || n,
      CASE WHEN NOT is_bulk THEN link END,
      CASE WHEN is_bulk THEN int4multirange(int4range(link, link + 500)) END,
      CASE WHEN is_bulk THEN 500 ELSE 1 END, ARRAY[link],
      CASE kind WHEN 'tagged' THEN jsonb_build_object('addTags', jsonb_build_array('tag-' || n % 200))
        WHEN 'moved' THEN jsonb_build_object('collectionId', 1 + n % 3) ELSE '{}' END,
      CASE kind WHEN 'saved' THEN 'final' ELSE 'possible' END
    FROM act)
  INSERT INTO ${schema}.act_topics (library_id, topic, at, stream, revision)
  SELECT $1::uuid, CASE WHEN n % 4000 = 3 THEN 'trare-' || n / 4000 % 20
      WHEN kind = 'moved' THEN 'c' || 1 + n % 3 ELSE 'ttag-' || n % 200 END, at, 'l', revision
  FROM act WHERE kind IN ('tagged', 'moved') OR n % 8 = 1`
