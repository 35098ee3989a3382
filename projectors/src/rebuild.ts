import { isDeepStrictEqual } from 'node:util'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { inTransaction, type PoolClient, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { Halt } from '@lectern/platform/process/process.ts'
import type { ProjectorParts } from './connect.ts'
import { type Checkpoints, latest, readCheckpoints } from './engine/checkpoints.ts'
import { runEngine } from './engine/engine.ts'
import { forgetReactions } from './reactions/checkpoint.ts'
import { emptyBacklog } from './read-models/search/backlog.ts'
import { createReadSchema, findCurrent, switchTo } from './schemas.ts'
import { mismatch } from './store-check.ts'

/** A filling with nothing to compare with ends when no event came for this long, in ms. */
const QUIET_MS = 1_000

/**
 * Fills a new schema from the first event while the present one serves, and switches. For the last moment the present schema
 * stands still: both are at the same events, and their counts must agree. A running projector goes on with the new schema.
 * @param acceptDifferences switch although the counts differ
 * @returns the schema that serves now
 * @throws Halt where the counts differ
 */
export const rebuild = async (
  parts: ProjectorParts,
  { acceptDifferences = false }: { acceptDifferences?: boolean } = {},
): Promise<string> => {
  const { store, pool, storeId, log, signal } = parts
  const old = await findCurrent(pool)
  const schema = await createReadSchema(pool, storeId, await store.end())
  const fill = async (limit: { until: Checkpoints } | { untilQuietMs: number }) => {
    await runEngine({ ...parts, schema, announce: false, ...limit })
    await emptyBacklog(pool, schema)
  }

  log.info({ schema, from: old?.schema }, 'filling a read schema')
  // A checkpoint beyond this store's events would never be reached.
  const isComparable = old !== undefined && (await mismatch(store, pool, old.schema, storeId)) === undefined
  if (!isComparable) {
    await fill({ untilQuietMs: QUIET_MS })
    await inTransaction(pool, async client => {
      if (old) await forgetReactions(client)
      await replace(client, schema)
    })
    return schema
  }

  await fill({ until: await targets(pool, old.schema) })
  await inTransaction(pool, async client => {
    // Lanes of the old schema commit nothing from here on.
    await client.query(`LOCK TABLE ${old.schema}.checkpoints IN SHARE MODE`)
    await fill({ until: await targets(client, old.schema) })
    signal.throwIfAborted()
    // The version before has no backlog.
    if (old.version === READ_VERSION) await emptyBacklog(pool, old.schema)
    const tables = await tablesOf(client, old.schema)
    const [before, after] = [
      await countRows(client, old.schema, tables),
      await countRows(client, schema, tables),
    ]
    if (!isDeepStrictEqual(before, after)) {
      log.error(
        { before, after, old: old.schema, schema },
        'the rebuilt read models differ from those that serve',
      )
      // Read models of another version serve nobody. Keeping them would only keep Lectern from starting.
      if (!acceptDifferences && old.version === READ_VERSION)
        throw new Halt(
          `The rebuilt read models in ${schema} differ from ${old.schema}: ${JSON.stringify(before)} became ${JSON.stringify(after)}. Set ACCEPT_DIFFERENCES=true to switch all the same.`,
        )
    }
    await replace(client, schema)
  })
  log.info({ schema }, 'switched to the rebuilt read models')
  return schema
}

/** Each lane stops where it is in the other schema, or at that schema's furthest lane where it has no such lane. */
const targets = async (client: Queryable, schema: string): Promise<Checkpoints> => {
  const { positions } = await readCheckpoints(client, schema)
  return new Map(LANES.map(lane => [lane, positions.get(lane) ?? latest(positions)]))
}

const replace = async (client: PoolClient, schema: string): Promise<void> => {
  await switchTo(client, schema)
  const { positions } = await readCheckpoints(client, schema)
  const lanes = Object.fromEntries(
    [...positions].flatMap(([lane, position]) => (position ? [[lane, encodePosition(position)]] : [])),
  )
  for (const payload of encodeProgress({ schema, lanes, changes: [] }))
    await client.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
}

/** The tables that a schema has of those that came with later versions. */
const tablesOf = async (client: PoolClient, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($2::text[]) AS name WHERE to_regclass($1 || name) IS NOT NULL',
    [`${schema}.`, LATER_TABLES],
  )
  return rows.map(({ name }) => name)
}
const LATER_TABLES = [
  ...['collections', 'tags', 'search', 'search_link_tags', 'search_articles'],
  ...['notes', 'deleted_notes', 'article_versions'],
]

/** Counting millions of rows takes longer than the pool lets a query take, in ms. */
const COUNTING_MS = 120_000

/** Counts that must be equal in two schemas at the same events. */
const countRows = async (client: PoolClient, schema: string, tables: readonly string[]) => {
  const counting = {
    query_timeout: COUNTING_MS,
    text: `SELECT ${tables.map(table => `(SELECT count(*) FROM ${schema}.${table}) AS ${table},`).join(' ')}
       (SELECT count(*) FROM ${schema}.links) AS links,
       (SELECT count(*) FROM ${schema}.links WHERE is_archived) AS archived,
       (SELECT count(*) FROM ${schema}.links WHERE is_favorite) AS favorites,
       (SELECT count(*) FROM ${schema}.libraries) AS libraries,
       (SELECT coalesce(sum(active + archived), 0) FROM ${schema}.libraries) AS counted,
       (SELECT count(*) FROM ${schema}.articles WHERE status = 'ready') AS ready,
       (SELECT count(*) FROM ${schema}.articles WHERE status = 'failed') AS failed`,
  }
  await client.query(`SET LOCAL statement_timeout = ${COUNTING_MS}`)
  const { rows } = await client.query<Record<string, number>>(counting)
  return rows[0]
}
