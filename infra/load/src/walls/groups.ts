import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { createReadSchema } from '@lectern/projectors/schemas.ts'
import { until } from '@lectern/stack/probes.ts'
import type pg from 'pg'
import { figuresOf } from '../measure/process-figures.ts'
import type { Stack } from '../world/stack.ts'
import type { EventLog } from './event-log.ts'
import type { GroupResult, GroupTask } from './group-process.ts'

export type GroupsParts = {
  readonly stack: Stack
  readonly pool: pg.Pool
  readonly store: EventStore
  readonly log: EventLog
}

export type Run = {
  readonly groups: number
  readonly seconds: number
  readonly eventsPerSecond: number
  /** Rows that were written a second, those of every group counted. */
  readonly rowsPerSecond: number
  /** Cores that were busy. */
  readonly cores: { readonly projectors: number; readonly postgres: number; readonly eventStore: number }
}

/** Projects the whole log with so many processes at once, each into a read schema of its own. */
export const runGroups = async (
  parts: GroupsParts,
  groups: number,
  { announce }: { announce: boolean },
): Promise<{ run: Run; schemas: readonly string[] }> => {
  const { stack, pool, store, log } = parts
  const open = await connections(pool)
  const schemas: string[] = []
  for (let group = 0; group < groups; group += 1) schemas.push(await emptySchema(pool, store))
  await pool.query(`UPDATE projections.read_schemas SET state = 'filling' WHERE schema = ANY ($1)`, [schemas])
  const { url, secret } = stack.eventStore
  const task = { databaseUrl: stack.databaseUrl, eventStoreUrl: url, eventStoreSecret: secret, announce }
  const children = await Promise.all(
    schemas.map((schema, group) => start({ ...task, schema, group, groups, until: encodePosition(log.end) })),
  )
  await pool.query('CHECKPOINT')
  const before = { rows: await rowsWritten(pool), ...cpuOf(stack) }
  const began = performance.now()
  const results = await Promise.all(children.map(child => child.run()))
  const seconds = (performance.now() - began) / 1_000
  const after = cpuOf(stack)
  // Postgres' processes tell their counts at their end.
  await Promise.all(children.map(child => child.ended))
  await until('The connections of the groups', async () => (await connections(pool)) === open)
  const rows = await rowsWritten(pool)
  // Nothing may take these schemas away before their rows are compared.
  await pool.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE schema = ANY ($1)`, [
    schemas,
  ])
  return {
    schemas,
    run: {
      ...{ groups, seconds, eventsPerSecond: log.events / seconds },
      rowsPerSecond: (rows - before.rows) / seconds,
      cores: {
        projectors: results.reduce((sum, { cpu }) => sum + cpu, 0) / seconds,
        postgres: (after.postgres - before.postgres) / seconds,
        eventStore: (after.eventStore - before.eventStore) / seconds,
      },
    },
  }
}

/** Making a schema drops the ones that are being filled, so that it is none until all are there. */
const emptySchema = async (pool: pg.Pool, store: EventStore): Promise<string> => {
  const schema = await createReadSchema(pool, await ensureStoreId(store), undefined)
  await pool.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE schema = $1`, [schema])
  return schema
}

const start = async (task: GroupTask) => {
  const child = fork(fileURLToPath(new URL('group-process.ts', import.meta.url)))
  const ended = once(child, 'exit')
  const failed = ended.then(([status]) => {
    throw new Error(`A group ended with ${status}`)
  })
  failed.catch(() => {})
  const next = async (): Promise<unknown> => {
    const [message] = await Promise.race([once(child, 'message'), failed])
    return message
  }
  child.send(task)
  await next()
  return {
    run: async () => {
      child.send('go')
      return (await next()) as GroupResult
    },
    ended,
  }
}

const cpuOf = (stack: Stack) => ({
  postgres: figuresOf(stack.pidOf('postgres'), true).cpu,
  eventStore: figuresOf(stack.pidOf('event-store'), false).cpu,
})

const rowsWritten = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ rows: string }>(
    `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_user_tables`,
  )
  return Number(rows[0]?.rows)
}

/** Those that projectors have. */
const connections = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'projectors'`,
  )
  return rows[0].n
}

export const dropSchemas = async (pool: pg.Pool, schemas: readonly string[]): Promise<void> => {
  for (const schema of schemas) await pool.query(`DROP SCHEMA ${schema} CASCADE`)
  await pool.query('DELETE FROM projections.read_schemas WHERE schema = ANY ($1)', [schemas])
}
