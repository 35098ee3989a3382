import type { ImportFailureReason } from '@lectern/contracts/import-reasons.ts'
import {
  commandSubjects,
  type ImportJob,
  ImportRowsReply,
  NOTES_BATCH_BYTES,
  StartImportReply,
} from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { command } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import type { ChunkWithNotes } from '../sources/chunk.ts'
import { ATTEMPTS_MAX, beginAttempt } from './attempts.ts'
import { type Ask, type FileThreads, ThreadEnded } from './file-threads.ts'

/** The imports of a library run one after the other; a waiting one looks again after this time. */
const WAITING_MS = 500
const OUTAGE_MS = 2_000
const AGAIN_MS = 1_000

export type ImportTools = {
  readonly pool: Pool
  readonly nats: Nats
  readonly threads: FileThreads
  readonly log: Log
  /** Lets more urgent work go first. */
  readonly beforeChunk: () => Promise<void>
}
type Running = Extract<StartImportReply, { status: 'running' }>

/** Imports a file from where an earlier attempt stopped. @throws RetryLater */
export async function importFile(job: ImportJob, signal: AbortSignal, tools: ImportTools): Promise<void> {
  const { pool, nats, threads, log, beforeChunk } = tools
  const { importId } = job
  const options = { signal, log }
  const end = async (failure: ImportFailureReason | null) => {
    const commandId = `${importId}/end/${failure ?? 'completed'}`
    await command(nats, commandSubjects.endImport, { ...job, commandId, failure }, options)
  }

  const commandId = `${importId}/start`
  const start = { ...job, commandId }
  const schema = StartImportReply
  const started = await command(nats, commandSubjects.startImport, start, { ...options, schema })
  if (started.status !== 'running') {
    if (started.status === 'ended') return
    throw new RetryLater(WAITING_MS, 'another import of the library runs')
  }
  const attempt = await beginAttempt(pool, importId, started.resumeFrom)
  if (attempt > ATTEMPTS_MAX) return end('gave-up')
  try {
    const failure = await threads.use(ask => sendAll(started, ask, giveChunk))
    await end(failure)
  } catch (error) {
    if (!(error instanceof ThreadEnded) || signal.aborted) throw error
    log.warn({ err: error, importId, attempt }, 'a file ended its thread')
    throw new RetryLater(AGAIN_MS, error.message)
  }

  async function giveChunk({ chunk, notes }: ChunkWithNotes): Promise<void> {
    await beforeChunk()
    const { firstRow } = chunk
    const wanted = notes.map(({ row }) => row)
    // Another attempt may cut the rows otherwise, so its commands have ids of their own.
    const rows = { ...job, commandId: `${importId}/${firstRow}/${attempt}`, chunk, wanted }
    const answer = { ...options, schema: ImportRowsReply }
    const { links } = await command(nats, commandSubjects.importRows, rows, answer)
    let batch = 0
    for (const some of batchesOf(notes, links)) {
      const id = `${importId}/${firstRow}/${attempt}/notes/${batch}`
      const given = { ...job, commandId: id, firstRow, batch, notes: some }
      await command(nats, commandSubjects.importNotes, given, options)
      batch += 1
    }
  }
}

/** Gives chunk after chunk. While one is recorded, the thread reads the next. @returns why the file ended early, else null */
async function sendAll(
  { uploadId, source, requestedAt, resumeFrom: fromRow }: Running,
  ask: Ask,
  give: (chunk: ChunkWithNotes) => Promise<void>,
): Promise<ImportFailureReason | null> {
  let answer = await ask({ kind: 'chunks', uploadId, source, fromRow, requestedAt })
  while (answer.kind === 'chunk') {
    const following = ask({ kind: 'next' })
    // Where giving fails, nobody waits for the thread.
    following.catch(() => {})
    await give(answer.chunk)
    answer = await following
  }
  if (answer.kind === 'failed') {
    if (answer.isOutage) throw new RetryLater(OUTAGE_MS, answer.message)
    throw new ThreadEnded(answer.message)
  }
  if (answer.kind === 'gone') return 'file-gone'
  return answer.kind === 'refused' ? 'unreadable' : null
}

type Given = { row: number; linkId: number } & ChunkWithNotes['notes'][number]['notes'][number]

/** The notes of rows that were imported, in batches that fit into a message. Notes of other rows are dropped. */
function* batchesOf(notes: ChunkWithNotes['notes'], links: ImportRowsReply['links']): Generator<Given[]> {
  const linkOf = new Map(links.map(({ row, linkId }) => [row, linkId]))
  let some: Given[] = []
  let bytes = 0
  for (const { row, notes: ofRow } of notes) {
    const linkId = linkOf.get(row)
    if (linkId === undefined) continue
    for (const note of ofRow) {
      const size = Buffer.byteLength(JSON.stringify(note)) + 50
      if (some.length > 0 && bytes + size > NOTES_BATCH_BYTES) {
        yield some
        some = []
        bytes = 0
      }
      some.push({ row, linkId, ...note })
      bytes += size
    }
  }
  if (some.length > 0) yield some
}
