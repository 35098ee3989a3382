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
  const watch = (name: string, help: string, read: (kind: KindHealth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [metrics],
      async collect() {
        const { kinds = [] } = (await health()) ?? {}
        for (const kind of kinds) this.set({ kind: kind.kind }, read(kind))
      },
    })
  watch(
    'lectern_oldest_job_seconds',
    'Age of the oldest unfinished job, by kind',
    ({ oldestSeconds }) => oldestSeconds,
  )
  watch(
    'lectern_jobs_stalled',
    '1 while jobs of a kind wait and none was finished for a minute (an hour for imports, their pages, pictures and mails), else 0',
    ({ isStalled }) => (isStalled ? 1 : 0),
  )
  watch('lectern_unfinished_jobs', 'Jobs that wait or are worked on, by kind', ({ unfinished }) => unfinished)
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
