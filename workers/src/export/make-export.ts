import { setTimeout as pause } from 'node:timers/promises'
import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import { EXPORT_MAX, EXPORT_PIECE } from '@lectern/contracts/exports.ts'
import { HISTORY_LANE, type Lane, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { BookTooLarge } from '../epub/archive.ts'
import { hasReached } from '../extract-article/deleted-link.ts'
import { formats } from './formats/formats.ts'
import { ATTEMPTS_MAX, type ExportQueue, NotOurs, type TakenExport } from './queue.ts'
import { openSnapshot } from './snapshot.ts'

export type ExportParts = {
  readonly pool: Pool
  readonly queue: ExportQueue
  readonly log: Log
  readonly signal: AbortSignal
}

/** Formats that tell the history of a whole library. */
const HAVE_HISTORY: readonly ExportFormat[] = ['json', 'zip']

const TELL_EVERY_MS = 500
/** An export waits this long for the read model, then gives its place to others and waits again. */
const BEHIND_MS = 10_000
const LOOK_MS = 50
const HEARTBEAT_MS = 4_000

/** The read model lacks the person's own last change, or is being filled. */
class Behind extends Error {
  override readonly name = 'Behind'
}
class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Makes one export, from a snapshot of the library into pieces of its file. Never rejects. */
export const makeExport = async (taken: TakenExport, parts: ExportParts): Promise<void> => {
  const { pool, queue, log, signal } = parts
  const { id: exportId, format, libraryId, attempts } = taken
  try {
    // An attempt that ended with its process may have ended it.
    if (attempts > ATTEMPTS_MAX) await queue.fail(taken, 'gave-up')
    else await write(taken, parts)
    log.info({ exportId, format, attempts }, 'an export has ended')
  } catch (error) {
    if (error instanceof NotOurs) return
    if (error instanceof BookTooLarge) await settle(() => queue.fail(taken, 'epub-too-large'))
    else if (error instanceof TooLarge) await settle(() => queue.fail(taken, 'too-large'))
    else if (signal.aborted || error instanceof Behind) await settle(() => queue.putBack(taken, false))
    else {
      log.warn({ err: error, exportId, format, attempts }, 'an export was not made')
      await settle(() =>
        attempts < ATTEMPTS_MAX ? queue.putBack(taken, true) : queue.fail(taken, 'gave-up'),
      )
    }
  }
  const schema = await currentReadSchema(pool).catch(() => undefined)
  if (schema !== undefined) await tellTabs(pool, schema, libraryId).catch(() => {})

  /** An export that cannot be settled is taken again when nothing was heard of it for a while. */
  async function settle(how: () => Promise<void>): Promise<void> {
    await how().catch(error => log.warn({ err: error, exportId }, 'an export comes again later'))
  }
}

const write = async (taken: TakenExport, { pool, queue, signal }: ExportParts): Promise<void> => {
  const schema = await caughtUp(pool, taken, signal)
  await using library = await openSnapshot(pool, schema, taken)
  const total = library.counts.links
  let written = 0
  let toldAt = 0
  // A query may take longer than others wait before they take the export.
  const heart = setInterval(() => void queue.told(taken, { written, total }).catch(() => {}), HEARTBEAT_MS)
  await using _ = { [Symbol.asyncDispose]: async () => clearInterval(heart) }
  const tell = async () => {
    const now = performance.now()
    if (now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    signal.throwIfAborted()
    await queue.told(taken, { written, total })
    await tellTabs(pool, schema, taken.libraryId)
  }
  await tell()
  const file = formats[taken.format](library, async () => {
    written += 1
    await tell()
  })
  let n = 0
  for await (const bytes of piecesOf(file)) {
    signal.throwIfAborted()
    if ((n + 1) * EXPORT_PIECE > EXPORT_MAX) throw new TooLarge()
    await queue.add(taken, { n, bytes }, { written, total })
    n += 1
  }
  await queue.done(taken, { written: total, total })
}

/** Resolves with the read schema once it has what the library was when the export was asked for. @throws Behind */
const caughtUp = async (pool: Pool, taken: TakenExport, signal: AbortSignal): Promise<string> => {
  const { libraryId, position, kind, format } = taken
  const lanes: Lane[] = [laneOf(libraryId)]
  if (kind === 'all' && HAVE_HISTORY.includes(format)) lanes.push(HISTORY_LANE)
  for (const until = performance.now() + BEHIND_MS; performance.now() < until; ) {
    const schema = await currentReadSchema(pool)
    if (schema !== undefined) {
      const { rows } = await pool.query<{ position: string }>(
        `SELECT position FROM ${schema}.checkpoints WHERE lane = ANY ($1)`,
        [lanes],
      )
      const hasReachedAll =
        position === null || rows.filter(lane => hasReached(lane.position, position)).length === lanes.length
      if (hasReachedAll) return schema
    }
    await pause(LOOK_MS, undefined, { signal })
  }
  throw new Behind()
}

/** The bytes of a file in pieces of one size. */
export async function* piecesOf(file: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const some of file) {
    const bytes = typeof some === 'string' ? Buffer.from(some) : some
    waiting.push(bytes)
    length += bytes.length
    if (length < EXPORT_PIECE) continue
    const all = Buffer.concat(waiting, length)
    let from = 0
    for (; all.length - from >= EXPORT_PIECE; from += EXPORT_PIECE)
      yield all.subarray(from, from + EXPORT_PIECE)
    waiting = [all.subarray(from)]
    length = all.length - from
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}

/** Tells the open tabs of a library that its exports have changed. */
const tellTabs = async (pool: Pool, schema: string, libraryId: string): Promise<void> => {
  const change = { what: [], linkIds: [], exports: true }
  for (const payload of encodeProgress({ schema, lanes: {}, changes: [{ libraryId, change }] }))
    await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
}
