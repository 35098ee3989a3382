import { loadConfig } from '@lectern/platform/process/config.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import pino from 'pino'
import { runExporter } from '../export/run.ts'

/** Starts the exporter. */
export const startTestExporter = async (databaseUrl: string) => {
  const stops: (() => unknown)[] = []
  const stopping = new AbortController()
  await runExporter({
    config: loadConfig('exporter', { DATABASE_URL: databaseUrl }),
    log: pino({ level: 'silent' }),
    metrics: createMetrics('exporter'),
    signal: stopping.signal,
    onStop: stop => stops.push(stop),
  })
  return {
    stop: async () => {
      stopping.abort()
      for (const stop of stops.toReversed()) await stop()
    },
  }
}
