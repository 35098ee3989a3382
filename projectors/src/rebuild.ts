import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { inTransaction, type PoolClient, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { refuseNewer } from '@lectern/platform/postgres/read-schemas.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { differencesOf, sayDifference } from './compare-schemas.ts'
import type { ProjectorParts } from './connect.ts'
import { type Checkpoints, latest, readCheckpoints } from './engine/checkpoints.ts'
import { runEngine } from './engine/engine.ts'
import { forgetReactions } from './reactions/checkpoint.ts'
import { emptyBacklog } from './read-models/search/backlog.ts'
import { createReadSchema, fillAgain, findSchema, switchTo } from './schemas.ts'
import { checkStore, mismatch } from './store-check.ts'

/** A filling with nothing to compare with ends when no event came for this long, in ms. */
const QUIET_MS = 1_000

/**
 * Fills a new schema from the first event while the present one serves, and switches. Both schemas are compared as they were
 * at the same events. A running projector goes on with the new schema.
 * @param acceptDifferences switch although the rows differ
 * @returns the schema that serves now
 * @throws Halt where the rows differ, or those that serve are of a later version
 */
export const rebuild = async (
  parts: ProjectorParts,
  { acceptDifferences = false }: { acceptDifferences?: boolean } = {},
): Promise<string> => {
  const { store, pool, storeId, log, signal } = parts
  const old = await findSchema(pool, 'current')
  refuseNewer(old?.version)
  const schema = await createReadSchema(pool, storeId, await store.end())

  log.info({ schema, from: old?.schema }, 'filling a read schema')
  // A checkpoint beyond this store's events would never be reached.
  const isComparable = old !== undefined && (await mismatch(store, pool, old.schema, storeId)) === undefined
  if (!isComparable) {
    await fill(parts, schema, { untilQuietMs: QUIET_MS })
    await inTransaction(pool, async client => {
      if (old) await forgetReactions(client)
      await replace(client, schema)
    })
    return schema
  }

  await fill(parts, schema, { until: await targets(pool, old.schema) })
  await inTransaction(pool, async reader => {
    await reader.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    // The comparison sees both at the same events, and may take its time: the old schema goes on meanwhile.
    await atSameEvents(parts, { schema, old: old.schema }, async () => {
      // The version before has no backlog.
      if (old.version === READ_VERSION) await emptyBacklog(pool, old.schema)
      await reader.query('SELECT 1')
    })
    signal.throwIfAborted()
    const isSameVersion = old.version === READ_VERSION
    const found = await differencesOf(reader, { before: old.schema, after: schema, isSameVersion })
    const [first] = found
    if (first === undefined) return
    log.error({ found, old: old.schema, schema }, 'the rebuilt read models differ from those that serve')
    // Read models of another version serve nobody. Keeping them would only keep Lectern from starting.
    if (!acceptDifferences && isSameVersion)
      throw new Halt(
        `The rebuilt read models in ${schema} differ from ${old.schema}. ${sayDifference(first)}. Set ACCEPT_DIFFERENCES=true to switch all the same.`,
      )
  })
  await atSameEvents(parts, { schema, old: old.schema }, client => replace(client, schema))
  log.info({ schema }, 'switched to the rebuilt read models')
  return schema
}

/**
 * Lets the rows that the last rebuild replaced serve again, once they have caught up.
 * @returns the schema that serves now
 * @throws Halt where there are none, or where they are of another version or another store
 */
export const rollBack = async (parts: ProjectorParts): Promise<string> => {
  const { store, pool, storeId, log } = parts
  const [current, previous] = [await findSchema(pool, 'current'), await findSchema(pool, 'previous')]
  if (!current || !previous)
    throw new Halt('There are no earlier read models: none were replaced since the last ones went.')
  if (previous.version !== READ_VERSION)
    throw new Halt(
      `The earlier read models in ${previous.schema} are of version ${previous.version}, and this Lectern writes version ${READ_VERSION}.`,
    )
  await checkStore(store, pool, previous.schema, storeId)
  await fillAgain(pool, previous.schema, await store.end())
  log.info({ schema: previous.schema, from: current.schema }, 'filling the earlier read schema')
  await fill(parts, previous.schema, { until: await targets(pool, current.schema) })
  await atSameEvents(parts, { schema: previous.schema, old: current.schema }, client =>
    replace(client, previous.schema),
  )
  log.info({ schema: previous.schema }, 'switched back to the earlier read models')
  return previous.schema
}

const fill = async (
  parts: ProjectorParts,
  schema: string,
  limit: { until: Checkpoints } | { untilQuietMs: number },
): Promise<void> => {
  await runEngine({ ...parts, schema, announce: false, ...limit })
  await emptyBacklog(parts.pool, schema)
}

/** Holds the lanes of the old schema, fills the new one to where they are, and does the work before they go on. */
const atSameEvents = (
  parts: ProjectorParts,
  { schema, old }: { schema: string; old: string },
  work: (client: PoolClient) => Promise<void>,
): Promise<void> =>
  inTransaction(parts.pool, async client => {
    await client.query(`LOCK TABLE ${old}.checkpoints IN SHARE MODE`)
    await fill(parts, schema, { until: await targets(client, old) })
    parts.signal.throwIfAborted()
    await work(client)
  })

/** Each lane stops where it is in the other schema, or at the furthest lane of a version that has other lanes. */
const targets = async (client: Queryable, schema: string): Promise<Checkpoints> => {
  const { positions } = await readCheckpoints(client, schema)
  const isAlike = positions.size === LANES.length && LANES.every(lane => positions.has(lane))
  return new Map(LANES.map(lane => [lane, isAlike ? positions.get(lane) : latest(positions)]))
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
