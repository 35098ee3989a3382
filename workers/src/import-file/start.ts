import { setTimeout as pause } from 'node:timers/promises'
import { AnalyzeRequest, ImportJob, workSubjects } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import type { WorkerTools } from '../tools.ts'
import { doWork, waitForPostgres } from '../work/do-work.ts'
import { fileThreads } from './file-threads.ts'
import { importFile } from './import-file.ts'
import { createPreviews } from './previews.ts'

/** Imports at once, each with a thread. More would not be faster: 2 cores parse, decide, store and project. */
const IMPORTS_MAX = 2
/** People wait for previews: each chunk of an import waits for them, this long at most. */
const YIELD_MS = 1_000
/** Requests taken from NATS at once, most of which wait. */
const PREVIEWS_WAITING_MAX = 1_000

/** Takes imports that wait, one of a library at a time, and answers requests for previews of uploads. */
export async function startImporting(tools: WorkerTools): Promise<void> {
  const { config, pool, nats, log, signal, onStop, runningImports: running } = tools
  const { databaseUrl } = config
  const threads = fileThreads({ databaseUrl })
  onStop(() => threads.stop())

  const makePreview = createPreviews({ threads, log })
  const previewing = new Set<Promise<unknown>>()
  const beforeChunk = async () => {
    if (previewing.size > 0) await Promise.race([Promise.allSettled(previewing), pause(YIELD_MS)])
  }
  const wanted = function* () {
    const inWork = new Map([...running].map(libraryId => [libraryId, 1]))
    if (running.size < IMPORTS_MAX)
      yield { kind: workKinds.file, atMost: IMPORTS_MAX - running.size, ofLibrary: 1, inWork }
  }
  const working = doWork({
    ...tools,
    kinds: [workKinds.file],
    wanted,
    work: async ({ libraryId, job }) => {
      running.add(libraryId)
      try {
        const file = ImportJob.parse(job)
        await waitForPostgres(importFile(file, signal, { pool, nats, threads, log, beforeChunk }))
      } finally {
        running.delete(libraryId)
      }
    },
  })
  onStop(() => working)

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
