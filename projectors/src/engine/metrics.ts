import { Counter, Gauge, Histogram, type Metrics } from '@lectern/platform/process/metrics.ts'

/** Metrics for operators: how far lanes trail, and failures. */
export const createProjectionMetrics = (registry: Metrics) => ({
  leads: new Gauge({
    name: 'lectern_projectors_leads',
    help: '1 where this process writes the read models, 0 where it waits to take over',
    registers: [registry],
  }),
  lag: new Gauge({
    name: 'lectern_projection_lag_seconds',
    help: 'Age of the oldest event that a lane has received and not committed; 0 where it has none',
    labelNames: ['lane'],
    registers: [registry],
  }),
  waiting: new Gauge({
    name: 'lectern_projection_waiting_events',
    help: 'Events that a lane has received and not committed',
    labelNames: ['lane'],
    registers: [registry],
  }),
  batch: new Histogram({
    name: 'lectern_projection_batch_events',
    help: 'Events committed in one batch',
    labelNames: ['lane'],
    buckets: [1, 4, 16, 64, 256, 1_024, 2_000],
    registers: [registry],
  }),
  retries: new Counter({
    name: 'lectern_projection_retries_total',
    help: 'Batches tried again because Postgres failed',
    labelNames: ['lane'],
    registers: [registry],
  }),
  parked: new Gauge({
    name: 'lectern_projection_parked_streams',
    help: 'Streams passed over because an event could not be projected; more than 0 is an alarm',
    labelNames: ['lane'],
    registers: [registry],
  }),
})
export type ProjectionMetrics = ReturnType<typeof createProjectionMetrics>

/** Clocks of two machines may differ, so that an event can seem to come from the future. */
export const secondsSince = (time: Date): number => Math.max(0, Date.now() - time.getTime()) / 1_000
