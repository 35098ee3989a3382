import { setTimeout as pause } from 'node:timers/promises'
import { AnalyzeRequest, consumers, ImportJob, workSubjects } from '@lectern/contracts/jobs.ts'
import { consumeJobs, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import { roundRobin } from '../round-robin.ts'
import type { WorkerTools } from '../tools.ts'
import { fileThreads } from './file-threads.ts'
import { importFile } from './import-file.ts'
import { createPreviews } from './previews.ts'
import { startSweepingImports } from './sweep.ts'

/** Imports at once, each with a thread. More would not be faster: 2 cores parse, decide, store and project. */
const IMPORTS_MAX = 2
/** People wait for previews: each chunk of an import waits for them, this long at most. */
const YIELD_MS = 1_000
/** Requests taken from NATS at once, most of which wait. */
const PREVIEWS_WAITING_MAX = 1_000
const OUTAGE_MS = 2_000

/** Takes import jobs from NATS, and answers requests for previews of uploads. */
export async function startImporting(tools: WorkerTools): Promise<void> {
  const { config, pool, nats, log, signal, onStop, runningImports: running } = tools
  const { databaseUrl } = config
  const threads = fileThreads({ databaseUrl })
  onStop(() => threads.stop())

  const inTurn = roundRobin(IMPORTS_MAX)
  const makePreview = createPreviews({ threads, log })
  const previewing = new Set<Promise<unknown>>()
  const yieldToPreviews = async () => {
    if (previewing.size > 0) await Promise.race([Promise.allSettled(previewing), pause(YIELD_MS)])
  }
  const run = async (job: ImportJob, until: AbortSignal) => {
    if (running.has(job.importId)) throw new RetryLater(OUTAGE_MS, 'this import runs already')
    running.add(job.importId)
    try {
      await importFile(job, until, { pool, nats, threads, log, beforeChunk: yieldToPreviews })
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error
      throw new RetryLater(OUTAGE_MS, 'Postgres is away', { cause: error })
    } finally {
      running.delete(job.importId)
    }
  }
  const consuming = consumeJobs({
    nats,
    consumer: consumers.importFile,
    schema: ImportJob,
    log,
    signal,
    take: (job, delivery) => {
      const asker = { libraryId: job.libraryId, rank: 'interactive' } as const
      void inTurn(asker, () => delivery.run(until => run(job, until)))
    },
  })
  onStop(() => consuming)
  startSweepingImports(tools)

  onStop(
    answerRequests({
      nats,
      subject: workSubjects.analyze,
      queue: 'workers',
      schema: AnalyzeRequest,
      atOnce: PREVIEWS_WAITING_MAX,
      log,
      handle: request => {
        const made = makePreview(request)
        previewing.add(made)
        return made.finally(() => previewing.delete(made))
      },
    }),
  )
}
