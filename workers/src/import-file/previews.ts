import { FILE_REASONS } from '@lectern/contracts/import-reasons.ts'
import type { AnalyzeRequest } from '@lectern/contracts/jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { roundRobin } from '../round-robin.ts'
import { type FileThreads, ThreadEnded } from './file-threads.ts'

const PREVIEWS_MAX = 2
/** A preview is one answer of its thread. command-api waits a little longer. */
const PREVIEW_WITHIN_MS = 55_000
/** Time in which the previews of one library may keep threads, in ms an hour. One of 100 MB takes some 20 s. */
const BUDGET_MS = 300_000
const WINDOW_MS = 3_600_000

const TOO_MANY = 'Your files have kept Lectern busy for a while. Please try again in an hour.'

/** Has threads make previews. Libraries take turns, and one that has used up its time is refused. */
export const createPreviews = (
  { threads, log }: { threads: Pick<FileThreads, 'use'>; log: Log },
  now: () => number = Date.now,
): ((request: AnalyzeRequest) => Promise<{ ok: true }>) => {
  const inTurn = roundRobin(PREVIEWS_MAX)
  /** Time used by library, the oldest window first. */
  const windows = new Map<string, { readonly until: number; usedMs: number }>()

  const windowOf = (libraryId: string) => {
    for (const [id, { until }] of windows) {
      if (until > now()) break
      windows.delete(id)
    }
    const window = windows.get(libraryId) ?? { until: now() + WINDOW_MS, usedMs: 0 }
    windows.set(libraryId, window)
    return window
  }

  const make = async (request: AnalyzeRequest) => {
    const window = windowOf(request.libraryId)
    if (window.usedMs >= BUDGET_MS) throw new Refused('too-many-requests', TOO_MANY, false)
    const task = { kind: 'preview', ...request } as const
    const began = now()
    try {
      return await threads.use(ask => ask(task, PREVIEW_WITHIN_MS))
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      log.warn({ err: error, uploadId: request.uploadId }, 'an upload ended its thread')
      throw new Refused('took-too-long', FILE_REASONS['took-too-long'], false)
    } finally {
      window.usedMs += now() - began
    }
  }

  return async request => {
    const asker = { libraryId: request.libraryId, rank: 'interactive' } as const
    const answer = await inTurn(asker, () => make(request))
    if (answer.kind === 'gone') throw new Refused('gone', 'Please upload the file again.', false)
    if (answer.kind === 'refused') throw new Refused(answer.reason, FILE_REASONS[answer.reason], false)
    if (answer.kind !== 'preview') throw new Error(`A preview failed: ${JSON.stringify(answer)}`)
    return { ok: true }
  }
}
