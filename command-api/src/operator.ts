import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { watchStore } from '@lectern/platform/event-store/watch.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { type CommandApi, createCommandApi } from './service.ts'

/** A mistake of the operator, in one line. */
export class Unusable extends Error {}

export type OperatorParts = Pick<CommandApi, 'aggregates' | 'users' | 'openStreams'> & {
  readonly pool: Pool
  readonly store: EventStore
}

/** Connects to the parts of a Lectern that runs, with the environment of its gateway. */
export const connectOperator = async (name: string, env: NodeJS.ProcessEnv): Promise<OperatorParts> => {
  const config = loadConfig('gateway', env)
  const log = createLog(name, config.logLevel)
  const pool = connectPostgres({ url: config.databaseUrl, name, max: 2 })
  const connected = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
  const storeId = await ensureStoreId(connected)
  const watching = { metrics: createMetrics(name), signal: new AbortController().signal }
  const { store } = await watchStore({ store: connected, storeId, pool, log, ...watching })
  // The operator knows what fits on the disk.
  const space = { isLow: () => false }
  return { pool, store, ...createCommandApi({ config, pool, store, storeId, log, space }) }
}

/** Ends the process with what the work says, or with what is wrong. */
export const runForOperator = async (work: (env: NodeJS.ProcessEnv) => Promise<string>): Promise<never> => {
  try {
    process.stdout.write(`${await work(process.env)}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error && error.message !== '' ? error.message : String(error)}\n`,
    )
    process.exit(1)
  }
}
