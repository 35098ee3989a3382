import { BulkExtractJob, commandSubjects, consumers, ExtractJob } from '@lectern/contracts/jobs.ts'
import { consumeJobs, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { command } from '@lectern/platform/nats/request.ts'
import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import { Counter } from '@lectern/platform/process/metrics.ts'
import { createPageReader } from '../read-page/reader-thread.ts'
import type { WorkerTools } from '../tools.ts'
import { bulkJobs } from './bulk-jobs.ts'
import { contentStore } from './content-store.ts'
import { isDeleted } from './deleted-link.ts'
import { type ExtractTools, extractArticle, type Turn } from './extract-article.ts'
import { fairQueue } from './fair-queue.ts'
import { pageMemory } from './page-memory.ts'
import { readProvidedPage } from './provided-pages.ts'
import { isOver, waitingLinks } from './waiting-links.ts'

const postgresRetryMs = 2_000

/** Takes extraction jobs from NATS and reads each page when the queue gives it a turn. @throws when sanitising does not work */
export async function startExtracting(tools: WorkerTools): Promise<void> {
  const { pool, nats, allow, hosts, log, metrics, signal, onStop } = tools
  const reader = createPageReader({ allow })
  onStop(() => reader.stop())
  await reader.check()

  const outcomes = new Counter({
    name: 'lectern_extractions_total',
    help: 'Pages by rank (interactive, bulk) and outcome: extracted, unneeded, or the reason of the failure',
    labelNames: ['rank', 'outcome'],
    registers: [metrics],
  })
  const extractTools: ExtractTools = {
    safeFetch: tools.safeFetch,
    reader,
    store: contentStore(pool),
    providedPage: pageId => readProvidedPage(pool, pageId),
    memory: pageMemory(),
    isUnneeded: link => isDeleted(pool, link),
    record: (outcome, until) => command(nats, commandSubjects.recordArticle, outcome, { signal: until, log }),
    log,
  }
  const bulkTools: ExtractTools = { ...extractTools, isUnneeded: link => isOver(pool, link) }
  const extract = async (job: ExtractJob, turn: Turn) => {
    const { rank } = turn
    const outcome = await waitForPostgres(
      extractArticle(job, turn, rank === 'bulk' ? bulkTools : extractTools),
    )
    outcomes.inc({ rank, outcome })
  }

  const queue = fairQueue({ hosts, signal, holdsBulk: () => tools.runningImports.size > 0 })
  const bulk = bulkJobs({
    queue,
    log,
    waitingLinks: job => waitForPostgres(waitingLinks(pool, job)),
    extract: (page, turn) => extract(page, { rank: 'bulk', ...turn }),
  })
  const pulling = { nats, log, signal }
  const consuming = consumeJobs({
    ...pulling,
    consumer: consumers.extractInteractive,
    schema: ExtractJob,
    take: (job, { publishedAt: since, run, putBack }) =>
      queue.add({
        rank: 'interactive',
        libraryId: job.askedBy ?? job.articleId,
        // Nothing is asked of the host of a provided page.
        host: job.pageId === undefined ? (URL.parse(job.url)?.host ?? '') : `page:${job.pageId}`,
        since,
        putBack,
        start: fetched => run(until => extract(job, { rank: 'interactive', signal: until, since, fetched })),
      }),
  })
  const consumingBulk = consumeJobs({
    ...pulling,
    consumer: consumers.extractBulk,
    schema: BulkExtractJob,
    take: bulk.take,
  })
  onStop(() => Promise.all([consuming, consumingBulk]))
}

/** @throws RetryLater while Postgres is away */
async function waitForPostgres<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isPostgresUnavailable(error)) throw error
    throw new RetryLater(postgresRetryMs, 'Postgres is away', { cause: error })
  }
}
