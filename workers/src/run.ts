import { fileURLToPath } from 'node:url'
import { consumers, ExtractJob, PreviewRequest, workSubjects } from '@lectern/contracts/jobs.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { consumeJobs, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { answerRequests, command } from '@lectern/platform/nats/request.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { withTimeout } from '@lectern/platform/process/with-timeout.ts'
import { perHost } from '@lectern/platform/safe-fetch/per-host.ts'
import { createSafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { allowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { contentStore } from './content-store.ts'
import { isDeleted } from './deleted-link.ts'
import { type ExtractTools, extractArticle } from './extract-article/extract-article.ts'
import { createPageReader } from './extract-article/reader-thread.ts'
import { fairLine } from './fair-line.ts'
import { workerMetrics } from './metrics.ts'
import { pageMemory } from './page-memory.ts'
import { previewOf } from './preview.ts'
import { sweepForEver } from './sweep.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
const postgresAwayMs = 2_000
const natsAnswerMs = 2_000

/** Builds the workers and starts them; what they hold is settled or given back when the process is asked to end. */
export async function runWorkers({
  config,
  log,
  metrics,
  signal,
  onStop,
}: ProcessTools<'workers'>): Promise<Started> {
  const pool = connectPostgres({ url: config.databaseUrl, name: 'workers', max: 6 })
  onStop(() => pool.end())
  // Before anything else is waited for, since projectors wait for these tables.
  await migrate(pool, { schema: 'content', dir: migrations })

  const allow = allowedHosts(config.fetchAllowHosts)
  const reader = createPageReader({ allow })
  onStop(() => reader.stop())
  await reader.check()

  const nats = await connectNats({ url: config.natsUrl, name: 'workers', log })
  onStop(() => nats.close())

  const hosts = perHost()
  const safeFetch = createSafeFetch({ allow, hosts })
  const store = contentStore(pool)
  const line = fairLine({ hosts, signal })

  const { outcomes, seconds } = workerMetrics(metrics, nats, line)
  const tools: ExtractTools = {
    safeFetch,
    reader,
    store,
    memory: pageMemory(),
    isDeleted: link => isDeleted(pool, link),
    command: (subject, payload, until) => command(nats, subject, payload, { signal: until, log }),
    log,
  }
  const extracting = consumeJobs({
    nats,
    consumer: consumers.extractInteractive,
    schema: ExtractJob,
    log,
    signal,
    take: (job, { publishedAt: since, run, putBack }) => {
      const extract = async (until: AbortSignal, fetched: () => void) => {
        const stopTimer = seconds.startTimer()
        try {
          outcomes.inc({ outcome: await extractArticle(job, { signal: until, since, fetched }, tools) })
          stopTimer()
        } catch (error) {
          if (!isPostgresUnavailable(error)) throw error
          throw new RetryLater(postgresAwayMs, 'Postgres is away', { cause: error })
        }
      }
      line.enter({
        askedBy: job.askedBy ?? job.articleId,
        host: URL.parse(job.url)?.host ?? '',
        since,
        putBack,
        start: fetched => run(until => extract(until, fetched)),
      })
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
      await withTimeout(nats.flush(), natsAnswerMs)
      await pool.query('SELECT 1')
      return true
    },
  }
}
