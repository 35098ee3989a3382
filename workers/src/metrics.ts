import { consumers, streams } from '@lectern/contracts/jobs.ts'
import { Counter, Gauge, Histogram, type Metrics } from '@lectern/platform/metrics.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'

/** What an operator watches: outcomes by reason, how long they take, what waits and what was given up. */
export function workerMetrics(registry: Metrics, nats: Nats) {
  const registers = [registry]
  new Gauge({
    name: 'lectern_jobs',
    help: 'Jobs by where they are: waiting, in hand, dead',
    labelNames: ['consumer', 'state'],
    registers,
    async collect() {
      const manager = await nats.jetstreamManager().catch(() => undefined)
      for (const { name } of Object.values(consumers)) {
        const info = await manager?.consumers.info(streams.jobs.name, name).catch(() => undefined)
        if (!info) continue
        this.set({ consumer: name, state: 'waiting' }, info.num_pending)
        this.set({ consumer: name, state: 'in-hand' }, info.num_ack_pending)
      }
      const dead = await manager?.streams.info(streams.dead.name).catch(() => undefined)
      if (dead) this.set({ consumer: '', state: 'dead' }, dead.state.messages)
    },
  })
  return {
    outcomes: new Counter({
      name: 'lectern_extractions_total',
      help: 'Pages by outcome: extracted, or why not',
      labelNames: ['outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'lectern_extraction_seconds',
      help: 'From taking a job to the recorded outcome',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
}
