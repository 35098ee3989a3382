import { commandSubjects, consumers, ExtractJob } from '@lectern/contracts/jobs.ts'
import { consumeJobs, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { command } from '@lectern/platform/nats/request.ts'
import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import { Counter } from '@lectern/platform/process/metrics.ts'
import { createPageReader } from '../read-page/reader-thread.ts'
import type { WorkerTools } from '../tools.ts'
import { contentStore } from './content-store.ts'
import { isDeleted } from './deleted-link.ts'
import { type ExtractTools, extractArticle, type Turn } from './extract-article.ts'
import { fairQueue } from './fair-queue.ts'
import { pageMemory } from './page-memory.ts'

const postgresRetryMs = 2_000

/** Takes extraction jobs from NATS and runs each when the queue gives it a turn. @throws when sanitising does not work */
export async function startExtracting(tools: WorkerTools): Promise<void> {
  const { pool, nats, allow, hosts, log, metrics, signal, onStop } = tools
  const reader = createPageReader({ allow })
  onStop(() => reader.stop())
  await reader.check()

  const outcomes = new Counter({
    name: 'lectern_extractions_total',
    help: 'Pages by outcome: extracted, deleted, or the reason of the failure',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const extractTools: ExtractTools = {
    safeFetch: tools.safeFetch,
    reader,
    store: contentStore(pool),
    memory: pageMemory(),
    isDeleted: link => isDeleted(pool, link),
    record: (outcome, until) => command(nats, commandSubjects.recordArticle, outcome, { signal: until, log }),
    log,
  }
  const extract = async (job: ExtractJob, turn: Turn) => {
    try {
      outcomes.inc({ outcome: await extractArticle(job, turn, extractTools) })
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error
      throw new RetryLater(postgresRetryMs, 'Postgres is away', { cause: error })
    }
  }

  const queue = fairQueue({ hosts, signal })
  const consuming = consumeJobs({
    nats,
    consumer: consumers.extractInteractive,
    schema: ExtractJob,
    log,
    signal,
    take: (job, { publishedAt: since, run, putBack }) =>
      queue.add({
        libraryId: job.askedBy ?? job.articleId,
        host: URL.parse(job.url)?.host ?? '',
        since,
        putBack,
        start: fetched => run(until => extract(job, { signal: until, since, fetched })),
      }),
  })
  onStop(() => consuming)
}
