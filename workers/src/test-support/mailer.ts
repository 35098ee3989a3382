import { loadConfig } from '@lectern/platform/process/config.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import pino from 'pino'
import { runMailer } from '../mail/run.ts'

/** Starts the mailer with these settings. */
export const startTestMailer = async (env: Record<string, string>) => {
  const stops: (() => unknown)[] = []
  const stopping = new AbortController()
  await runMailer({
    config: loadConfig('mailer', env),
    log: pino({ level: 'silent' }),
    metrics: createMetrics('mailer'),
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
