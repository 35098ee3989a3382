import { loadConfig } from '@lectern/platform/process/config.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { urlOfRole } from '@lectern/stack/database.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { runExporter } from '../export/run.ts'

/** The exporter's environment. */
export const exporterEnv = ({ databaseUrl, eventStoreUrl, eventStoreReadSecret }: TestParts) => ({
  DATABASE_URL: urlOfRole(databaseUrl, 'exporter', 'exporter-password'),
  EVENT_STORE_URL: eventStoreUrl,
  EVENT_STORE_SECRET: eventStoreReadSecret,
})

/** Starts the exporter. */
export const startTestExporter = async (parts: TestParts, idleMs?: number) => {
  const stops: (() => unknown)[] = []
  const stopping = new AbortController()
  const tools = {
    config: loadConfig('exporter', exporterEnv(parts)),
    log: pino({ level: 'silent' }),
    metrics: createMetrics('exporter'),
    draining: stopping.signal,
    signal: stopping.signal,
    onStop: (stop: () => unknown) => stops.push(stop),
  }
  const { ended = Promise.resolve() } = await runExporter(tools, idleMs)
  return {
    ended,
    stop: async () => {
      stopping.abort()
      for (const stop of stops.toReversed()) await stop()
    },
  }
}
