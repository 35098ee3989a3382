import { collectDefaultMetrics, Registry } from '@prometheus-io/client'

export { Counter, Gauge, Histogram } from '@prometheus-io/client'

/** The registry of one process, served at /metrics of its INTERNAL_PORT. */
export const createMetrics = (processName: string): Registry => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  // Confined processes may not count their open files, and would say 0.
  if (process.permission) registry.removeSingleMetric('process_open_fds')
  return registry
}
export type Metrics = Registry
