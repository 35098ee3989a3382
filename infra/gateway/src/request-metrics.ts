import { Histogram, type Metrics } from '@lectern/platform/process/metrics.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Counts requests and how long their answers took. Checks of health and streams of changes, which last as long as a tab, are left
 * out. Neither address nor route is a label, so that requests of strangers make no new series.
 */
export const measureRequests = (app: FastifyInstance, metrics: Metrics): void => {
  const durations = new Histogram({
    name: 'lectern_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    if (routeOptions.config?.ignoresLoad === true) return
    durations.observe({ method, status: statusCode }, elapsedTime / 1_000)
  })
}
