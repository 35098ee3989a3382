import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '@lectern/contracts/api/operation.ts'
import { operationOf } from '@lectern/gateway/operate/operation.ts'
import { orNull } from '@lectern/gateway/or-null.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { readStoreId } from '@lectern/platform/event-store/store-id.ts'
import { watchStore } from '@lectern/platform/event-store/watch.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { answersOk } from '../probes.ts'

const NATS_MS = 2_000

/** The state of a Lectern that runs, asked from beside it with the environment of its gateway. */
export const diagnose = async (env: NodeJS.ProcessEnv): Promise<Operation> => {
  const config = loadConfig('gateway', env)
  const ending = new AbortController()
  const { signal } = ending
  const log = createLog('doctor', 'silent')
  const pool = connectPostgres({ url: config.databaseUrl, name: 'doctor', max: 3, queryTimeout: 3_000 })
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
  const connecting: { nats?: Nats } = {}
  const reached = connectNats({ url: config.natsUrl, name: 'gateway' }).then(
    nats => (signal.aborted ? nats.close() : void Object.assign(connecting, { nats })),
    () => {},
  )
  const watching = async () => {
    const storeId = await readStoreId(store)
    if (storeId === undefined) return []
    const metrics = createMetrics('doctor')
    return (await watchStore({ store, storeId, pool, log, metrics, signal })).alarms()
  }
  try {
    const space = await watchFreeSpace({
      ...{ folders: config.storageDirs, minBytes: config.minFreeMb * 1_000_000, signal },
    })
    const [alarms] = await Promise.all([
      orNull(watching()),
      Promise.race([reached, pause(NATS_MS, undefined, { ref: false })]),
    ])
    return await operationOf({
      ...{ pool, store, space, minFreeMb: config.minFreeMb },
      ...{ nats: () => connecting.nats, alarms: () => alarms ?? [], isReady: () => isReady(config) },
    })
  } finally {
    ending.abort()
    await Promise.all([connecting.nats?.close(), store.close(), pool.end()])
  }
}

const isReady = ({ host, port }: { host: string; port: number }): Promise<boolean> =>
  answersOk(port, '/readyz', /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host)
