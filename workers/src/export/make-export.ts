import { EXPORT_MAX, EXPORT_PIECE } from '@lectern/contracts/exports.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import { StoreUnavailable } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { BookTooLarge } from '../epub/archive.ts'
import { ATTEMPTS_MAX, type ExportQueue, NotOurs, type TakenExport } from './queue.ts'
import { Behind, openSource, type SourceParts } from './source.ts'

export type ExportParts = SourceParts & {
  readonly queue: ExportQueue
  readonly log: Log
}

const TELL_EVERY_MS = 500
const HEARTBEAT_MS = 4_000

class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Makes one export, from its source into pieces of its file. Never rejects. */
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
    else if (error instanceof TooLarge)
      await settle(() => queue.fail(taken, format === 'audit' ? 'audit-too-large' : 'too-large'))
    else if (signal.aborted || error instanceof Behind) await settle(() => queue.putBack(taken, false))
    else if (error instanceof StoreUnavailable) {
      log.warn({ err: error, exportId, format }, 'an export waits for the event store')
      await settle(() => queue.putBack(taken, false))
    } else {
      log.warn({ err: error, exportId, format, attempts }, 'an export was not made')
      await settle(() =>
        attempts < ATTEMPTS_MAX ? queue.putBack(taken, true) : queue.fail(taken, 'gave-up'),
      )
    }
  }
  await tellTabs(pool, libraryId).catch(() => {})

  /** An export that cannot be settled is taken again when nothing was heard of it for a while. */
  async function settle(how: () => Promise<void>): Promise<void> {
    await how().catch(error => log.warn({ err: error, exportId }, 'an export comes again later'))
  }
}

const write = async (taken: TakenExport, parts: ExportParts): Promise<void> => {
  const { pool, queue, signal } = parts
  await using source = await openSource(taken, parts)
  const { total } = source
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
    await tellTabs(pool, taken.libraryId)
  }
  await tell()
  const file = source.file(async () => {
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
  await queue.done(taken, { written, total: written })
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
const tellTabs = async (pool: Pool, libraryId: string): Promise<void> => {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const change = { what: [], linkIds: [], exports: true }
  for (const payload of encodeProgress({ schema, lanes: {}, changes: [{ libraryId, change }] }))
    await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
}
