import { setTimeout as pause } from 'node:timers/promises'
import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import { EXPORT_ASKED_CHANNEL } from '@lectern/contracts/exports.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { connectPostgres, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { makeExport } from './make-export.ts'
import { exportQueue, type TakenExport } from './queue.ts'

/** Exports that persons asked for, made at once. Long ones leave a place for the others, which take a second. */
const AT_ONCE = 2
const LONG_AT_ONCE = 1
const LONG: readonly ExportFormat[] = ['zip', 'audit']
/** Books that devices wait for, made beside them. */
const FOR_DEVICES_AT_ONCE = 1
/** A lost notification, and an export whose maker has died, are found after this time. */
const LOOK_MS = 3_000
/** Cursors of large libraries sort before they give their first row. */
const QUERY_MS = 60_000

/** A start takes a second, so the process stays for the next export. */
const IDLE_MS = 60_000

/** command-api makes it. */
const REQUESTS = { schema: 'exports', table: 'requests', column: 'for_device' }

/**
 * Builds and starts the exporter, in production and in tests. It ends by itself when there was nothing to do for a while, and is
 * started again when an export waits (command-api/src/exports/keep-exporter.ts).
 */
export const runExporter = async (process: ProcessTools<'exporter'>, idleMs = IDLE_MS): Promise<Started> => {
  const { config, log, signal, onStop } = process
  const { databaseUrl: url } = config
  const pool = connectPostgres({ url, name: 'exporter', max: 6, queryTimeout: QUERY_MS })
  onStop(() => pool.end())
  await requirePostgres(pool)
  await waitForColumn(pool, REQUESTS, { log, signal })

  // The client takes 15 MB, so it is loaded with the first audit file.
  const connectEventStore = async () => {
    const { connectEventStore: connect } = await import('@lectern/platform/event-store/client.ts')
    return connect({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret, log })
  }
  const queue = exportQueue(pool)
  const inWork = new Map<TakenExport, Promise<void>>()
  let wake = () => {}

  const count = (is: (taken: TakenExport) => boolean) => [...inWork.keys()].filter(is).length
  const takeForDevice = async () =>
    count(({ forDevice }) => forDevice) < FOR_DEVICES_AT_ONCE ? queue.take(true) : undefined
  const takeForPerson = async () => {
    const long = count(({ format }) => LONG.includes(format))
    if (count(({ forDevice }) => !forDevice) >= AT_ONCE) return undefined
    return queue.take(false, long < LONG_AT_ONCE ? [] : LONG)
  }

  const takeAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const taken = (await takeForDevice()) ?? (await takeForPerson())
      if (taken === undefined) return
      const making = makeExport(taken, { pool, connectEventStore, queue, log, signal }).finally(() => {
        inWork.delete(taken)
        wake()
      })
      inWork.set(taken, making)
    }
  }
  const takeUntilIdle = async (): Promise<void> => {
    let busyAt = performance.now()
    while (!signal.aborted) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      await takeAll().catch(error => void log.warn({ err: error }, 'no export was taken'))
      if (inWork.size > 0) busyAt = performance.now()
      else if (performance.now() - busyAt >= idleMs) return
      await Promise.race([woken, pause(LOOK_MS, undefined, { signal }).catch(() => {})])
    }
  }
  const hear = async (): Promise<void> => {
    for await (const _ of listen({ url, name: 'exporter-asked', channels: [EXPORT_ASKED_CHANNEL], signal }))
      wake()
  }
  const [taking, hearing] = [takeUntilIdle(), hear()]
  onStop(async () => {
    wake()
    await Promise.all([taking, hearing, ...inWork.values()])
  })

  return {
    ready: async () => {
      await pool.query('SELECT 1')
      return true
    },
    ended: taking,
  }
}
