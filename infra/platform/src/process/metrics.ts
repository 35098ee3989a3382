import { collectDefaultMetrics, Registry } from 'prom-client'

export { Counter, Gauge, Histogram } from 'prom-client'

/** One registry a process, served at /metrics of its internal port. */
export const createMetrics = (processName: string): Registry => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  return registry
}
export type Metrics = Registry
