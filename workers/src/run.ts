import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { consumers, ExtractJob, PreviewRequest, workSubjects } from '@lectern/contracts/jobs.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { consumeJobs } from '@lectern/platform/nats/consume-jobs.ts'
import { answerRequests, command } from '@lectern/platform/nats/request.ts'
import { connectPostgres, migrate } from '@lectern/platform/postgres.ts'
import type { ProcessTools, Started } from '@lectern/platform/process.ts'
import { createSafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { allowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { contentStore } from './content-store.ts'
import { type ExtractTools, extractArticle } from './extract-article/extract-article.ts'
import { createPageReader } from './extract-article/reader-thread.ts'
import { workerMetrics } from './metrics.ts'
import { previewOf } from './preview.ts'
import { sweepForEver } from './sweep.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
/** Pages fetched at once; they are read one after another. */
const jobsAtOnce = 8

/** Builds the workers and starts them; what they hold is settled or given back when the process is asked to end. */
export async function runWorkers({ config, log, metrics, signal, onStop }: ProcessTools): Promise<Started> {
  const allow = allowedHosts(config.fetchAllowHosts)
  const reader = createPageReader({ allow })
  onStop(() => reader.stop())
  await reader.check()

  const pool = connectPostgres({ url: config.databaseUrl, name: 'workers', max: 6 })
  onStop(() => pool.end())
  await migrate(pool, { schema: 'content', dir: migrations })

  const nats = await connectNats({ url: config.natsUrl, name: 'workers', log })
  onStop(() => nats.close())

  const safeFetch = createSafeFetch({ allow })
  const store = contentStore(pool)

  const { outcomes, seconds } = workerMetrics(metrics, nats)
  const give: ExtractTools['command'] = (subject, payload, until) =>
    command(nats, subject, payload, { signal: until, log })

  const extracting = consumeJobs({
    nats,
    consumer: consumers.extractInteractive,
    schema: ExtractJob,
    maxInFlight: jobsAtOnce,
    log,
    signal,
    handle: async (job, context) => {
      const stopTimer = seconds.startTimer()
      const outcome = await extractArticle(job, context, { safeFetch, reader, store, log, command: give })
      outcomes.inc({ outcome: outcome.kind === 'failed' ? outcome.reason : outcome.kind })
      stopTimer()
    },
  })
  onStop(() => extracting)

  void sweepForEver({ nats, pool, store, log, signal })

  onStop(
    answerRequests({
      nats,
      subject: workSubjects.preview,
      queue: 'workers',
      schema: PreviewRequest,
      atOnce: 16,
      log,
      handle: ({ url }) => previewOf(url, { safeFetch, store, allow }),
    }),
  )
  return {
    ready: async () => {
      await Promise.race([nats.flush(), pause(2_000).then(() => Promise.reject(new Error('NATS is silent')))])
      await pool.query('SELECT 1')
      return true
    },
  }
}
