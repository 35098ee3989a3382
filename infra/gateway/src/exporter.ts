import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@lectern/platform/process/config.ts'
import type { ProcessTools } from '@lectern/platform/process/process.ts'
import { type ofTracing, SURROUNDINGS } from '@lectern/platform/process/service-settings.ts'

/** It becomes the exporter, with the flags that confine it. */
const RUN_SERVICE = fileURLToPath(new URL('../../stack/src/run-service.ts', import.meta.url))
/** The exporter gives back what it makes, and ends. */
const END_MS = 3_000

export type ExporterParts = Pick<ProcessTools<'gateway'>, 'onStop'> & {
  readonly config: Pick<
    Config,
    | 'exporterDatabaseUrl'
    | 'exporterEventStoreUrl'
    | 'exporterEventStoreSecret'
    | 'eventStoreUrl'
    | 'logLevel'
    | (typeof ofTracing)[number]
  >
}

/** @returns a function that starts an exporter, which ends with this process at the latest: also by SIGKILL, since its stdin closes */
export const exporterWith = ({ config, onStop }: ExporterParts): (() => ChildProcess) => {
  let child: ChildProcess | undefined
  onStop(async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([ended, pause(END_MS)])
    child.kill('SIGKILL')
  })
  return () => {
    const stdio = ['pipe', 'inherit', 'inherit'] as const
    child = spawn(process.execPath, [RUN_SERVICE, 'exporter'], { env: envOf(config), stdio: [...stdio] })
    return child
  }
}

/** Nothing of this process's own settings, most of which are secrets. */
const envOf = (config: ExporterParts['config']): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => SURROUNDINGS.test(name))),
  DATABASE_URL: config.exporterDatabaseUrl,
  EVENT_STORE_URL: config.exporterEventStoreUrl ?? config.eventStoreUrl,
  EVENT_STORE_SECRET: config.exporterEventStoreSecret,
  LOG_LEVEL: config.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: config.otelExporterOtlpEndpoint,
  OTEL_EXPORTER_OTLP_HEADERS:
    Object.entries(config.otelExporterOtlpHeaders)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join() || undefined,
  EXIT_WITH_STDIN: 'true',
})
