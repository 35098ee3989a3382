import { Gauge, type Metrics } from '../process/metrics.ts'
import type { JobHealth, KindHealth } from './work-health.ts'

/** Gauges for the alarms of docs/operations.md. While nobody knows the state of jobs they keep their values. */
export function watchJobs(metrics: Metrics, look: () => Promise<JobHealth>): void {
  let asking: Promise<JobHealth | undefined> | undefined
  /** The gauges of one scrape share one look. */
  const health = () => {
    asking ??= look()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const ofEachKind = (read: (kind: KindHealth) => number) =>
    async function collect(this: Gauge<'kind'>): Promise<void> {
      const { kinds = [] } = (await health()) ?? {}
      for (const kind of kinds) this.set({ kind: kind.kind }, read(kind))
    }
  new Gauge({
    name: 'lectern_unfinished_jobs',
    help: 'Jobs that wait or are worked on, by kind',
    labelNames: ['kind'],
    registers: [metrics],
    collect: ofEachKind(({ unfinished }) => unfinished),
  })
  new Gauge({
    name: 'lectern_oldest_job_seconds',
    help: 'Age of the oldest unfinished job, by kind',
    labelNames: ['kind'],
    registers: [metrics],
    collect: ofEachKind(({ oldestSeconds }) => oldestSeconds),
  })
  new Gauge({
    name: 'lectern_jobs_stalled',
    help: '1 while jobs of a kind wait and none was finished for a minute (an hour for imports, their pages, pictures and mails), else 0',
    labelNames: ['kind'],
    registers: [metrics],
    collect: ofEachKind(({ isStalled }) => (isStalled ? 1 : 0)),
  })
  new Gauge({
    name: 'lectern_dead_jobs',
    help: 'Jobs of all kinds that failed for good',
    registers: [metrics],
    async collect() {
      const { dead } = (await health()) ?? {}
      if (dead !== undefined) this.set(dead)
    },
  })
}
