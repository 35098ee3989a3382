import { isDeepStrictEqual } from 'node:util'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import {
  inTransaction,
  type Pool,
  type PoolClient,
  type Queryable,
} from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { Halt } from '@lectern/platform/process/process.ts'
import { type Checkpoints, latest, readCheckpoints } from './engine/checkpoints.ts'
import { runEngine } from './engine/engine.ts'
import type { ProjectionMetrics } from './engine/metrics.ts'
import { forgetReactions } from './reactions/checkpoint.ts'
import { createReadSchema, findCurrent, switchTo } from './schemas.ts'
import { mismatch } from './store-check.ts'

/** With nothing to compare with, a filling ends when no event came for so long, in ms: `$all` has no end to ask for. */
const QUIET_MS = 1_000

export type RebuildParts = {
  readonly store: EventStore
  readonly pool: Pool
  readonly storeId: string
  readonly log: Log
  readonly metrics: ProjectionMetrics
  readonly signal: AbortSignal
  /** Switch although the counts differ from those that serve now. */
  readonly acceptDifferences: boolean
}

/**
 * Fills a new schema from the first event while the present one serves, and switches. The present one is held still for
 * the last moment, both stand at the same events, and their counts must agree. A projector that runs meanwhile goes on with the new one.
 * @returns the schema that serves now. @throws Halt where the counts differ
 */
export const rebuild = async (parts: RebuildParts): Promise<string> => {
  const { store, pool, storeId, log, metrics, signal, acceptDifferences } = parts
  const old = await findCurrent(pool)
  const schema = await createReadSchema(pool, storeId, await store.end())
  const fill = (limit: { until: Checkpoints } | { untilQuietMs: number }) =>
    runEngine({ store, pool, schema, log, metrics, signal, announce: false, ...limit })

  log.info({ schema, from: old?.schema }, 'filling a read schema')
  // Events that this store does not have would be waited for in vain.
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
    // Lanes of the old schema wait from here; what they committed until now is the last of it.
    await client.query(`LOCK TABLE ${old.schema}.checkpoints IN SHARE MODE`)
    await fill({ until: await targets(client, old.schema) })
    signal.throwIfAborted()
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
      // Read models of another version serve nobody: to hold on to them would only keep Lectern from starting.
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

/** Where each lane is to stop: where it is in another schema, or where that one's furthest is if it has no such lane. */
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

/** Which of the tables that came with later versions a schema has. */
const tablesOf = async (client: PoolClient, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($2::text[]) AS name WHERE to_regclass($1 || name) IS NOT NULL',
    [`${schema}.`, LATER_TABLES],
  )
  return rows.map(({ name }) => name)
}
const LATER_TABLES = ['collections', 'tags', 'search', 'search_link_tags', 'search_articles']

/** Counting millions of rows takes longer than the pool lets a query take, in ms. */
const COUNTING_MS = 120_000

/** What two schemas at the same events must agree on. */
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
