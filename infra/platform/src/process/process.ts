import { setTimeout as pause } from 'node:timers/promises'
import { type ConfigOf, loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { Halt } from './halt.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { serveHealth } from './serve-health.ts'
import type { ServiceName } from './service-settings.ts'
import { startTracing } from './tracing.ts'

export type ProcessTools<Service extends ServiceName> = {
  readonly config: ConfigOf<Service>
  readonly log: Log
  readonly metrics: Metrics
  /** Aborts when the process is asked to end. It goes on working for DRAIN_SECONDS, where the service has that setting. */
  readonly draining: AbortSignal
  /** Aborts when it ends. */
  readonly signal: AbortSignal
  /** Registers work for the end of the process: last registered first, within 9 s in all. */
  readonly onStop: (stop: () => Promise<unknown> | unknown) => void
}

export type Started = {
  /** Whether the process can do its work now. */
  readonly ready: () => Promise<boolean>
  /** The process ends when this resolves. */
  readonly ended?: Promise<void>
}

const END_WITHIN_MS = 9_000

/**
 * Runs a service: reads its configuration, starts `main`, and serves health and metrics on INTERNAL_PORT. On SIGTERM,
 * SIGINT or (with EXIT_WITH_STDIN) the end of stdin it stops everything in reverse order and ends.
 * @param name of a script that runs with the service's configuration
 */
export const runProcess = async <Service extends ServiceName>(
  service: Service,
  main: (tools: ProcessTools<Service>) => Promise<Started>,
  name: string = service,
): Promise<void> => {
  const stops: (() => Promise<unknown> | unknown)[] = []
  const draining = new AbortController()
  const stopping = new AbortController()
  let drainMs = 0
  let log: Log | undefined

  const stop = async (status: number) => {
    if (draining.signal.aborted) return
    draining.abort()
    setTimeout(() => process.exit(status || 1), END_WITHIN_MS).unref()
    if (status === 0 && drainMs > 0) await pause(drainMs)
    stopping.abort()
    for (const step of stops.toReversed()) {
      try {
        await step()
      } catch (error) {
        log?.error({ err: error }, 'a part did not stop cleanly')
      }
    }
    log?.flush()
    process.exit(status)
  }

  const fail = (error: unknown) => {
    const plain = error instanceof ConfigError || error instanceof Halt
    process.stderr.write(`${name}: ${plain ? error.message : String((error as Error)?.stack ?? error)}\n`)
    void stop(plain ? 78 : 1)
  }

  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)

  try {
    const config = loadConfig(service, process.env)
    log = createLog(name, config.logLevel)
    const { otelExporterOtlpEndpoint: endpoint, otelExporterOtlpHeaders: headers } = config
    if (endpoint !== undefined) {
      const { exportSpans } = await import('./export-spans.ts')
      stops.push(startTracing(exportSpans({ name, endpoint, headers, log })))
    }
    if ('drainSeconds' in config) drainMs = Number(config.drainSeconds) * 1_000
    if (config.exitWithStdin) {
      process.stdin.on('end', () => void stop(0))
      process.stdin.on('error', () => void stop(0))
      process.stdin.resume()
    }
    const metrics = createMetrics(name)
    const health: { started?: Started } = {}
    if (config.internalPort !== undefined) {
      const { internalPort: port, internalHost: host } = config
      const server = serveHealth({ port, host }, metrics, health)
      stops.push(() => server.close())
    }
    health.started = await main({
      config,
      log,
      metrics,
      draining: draining.signal,
      signal: stopping.signal,
      onStop: step => stops.push(step),
    })
    void health.started.ended?.then(() => stop(0))
  } catch (error) {
    // A start that is told to end fails.
    if (!stopping.signal.aborted) fail(error)
  }
}
