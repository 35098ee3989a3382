import type { Nats } from '@lectern/platform/nats/connect.ts'
import { type JobHealth, jobHealth } from '@lectern/platform/nats/job-health.ts'
import { Counter, Gauge, Histogram, type Metrics } from '@lectern/platform/process/metrics.ts'
import type { FairLine } from './fair-line.ts'

/** What an operator watches: outcomes by reason, how long they take, what waits and what was given up. */
export function workerMetrics(registry: Metrics, nats: Nats, line: Pick<FairLine, 'inHand'>) {
  const registers = [registry]
  // The gauges of one reading share what NATS is asked.
  let asking: Promise<JobHealth | undefined> | undefined
  const health = () => {
    asking ??= jobHealth(nats)
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  new Gauge({
    name: 'lectern_jobs',
    help: 'Jobs by where they are: unfinished (all of a kind), in hand (of this process), dead',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.set({ kind: '', state: 'in-hand' }, line.inHand())
      const { kinds = [], dead } = (await health()) ?? {}
      for (const { kind, unfinished } of kinds) this.set({ kind, state: 'unfinished' }, unfinished)
      if (dead !== undefined) this.set({ kind: '', state: 'dead' }, dead)
    },
  })
  new Gauge({
    name: 'lectern_oldest_job_seconds',
    help: 'Age of the oldest job that is not finished, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { kinds = [] } = (await health()) ?? {}
      for (const { kind, oldestSeconds } of kinds) this.set({ kind }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'lectern_jobs_stalled',
    help: '1 where no job of a kind was finished for a minute although there are some, else 0',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { kinds = [] } = (await health()) ?? {}
      for (const { kind, isStalled } of kinds) this.set({ kind }, isStalled ? 1 : 0)
    },
  })
  return {
    outcomes: new Counter({
      name: 'lectern_extractions_total',
      help: 'Pages by outcome: extracted, deleted, or why not',
      labelNames: ['outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'lectern_extraction_seconds',
      help: 'From the turn of a job to the recorded outcome',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}
