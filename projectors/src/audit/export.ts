import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { parsePosition } from '@lectern/platform/event-store/position.ts'
import { type AuditHeader, type Chain, lineOf } from './chain.ts'
import { AuditFault } from './fault.ts'
import { hasEnded, liveEvents } from './live-events.ts'
import { chainOf } from './read-file.ts'

export type AuditExport = {
  readonly file: string
  readonly libraryId: string | null
  /** Earlier files, which this one continues, in their order. */
  readonly earlier: readonly string[]
}

/**
 * Writes the events of a store, or of one library, after those of the earlier files. The file has its name once it is whole.
 * @returns how many events it has, and the head, which proves the file as long as it is kept elsewhere
 * @throws AuditFault
 */
export const exportAudit = async (
  store: EventStore,
  storeId: string,
  { file, libraryId, earlier }: AuditExport,
): Promise<{ events: number; hash: string }> => {
  if (await stat(file).catch(() => undefined)) throw new AuditFault(`${file} is there already.`)
  if (libraryId !== null && (await hasEnded(store, libraryStream(libraryId))))
    throw new AuditFault(`The library ${libraryId} is closed: its events are gone.`)
  const chain = await chainOf(earlier, { storeId, libraryId })
  const { lines: before, hash } = chain.head()
  const header: AuditHeader = {
    ...{ lectern: 'audit', version: 1, storeId, libraryId },
    after: { lines: before, hash },
  }
  const part = `${file}.part`
  try {
    await pipeline(
      Readable.from(textOf(store, header, chain)),
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  const head = chain.head()
  return { events: head.lines - before, hash: head.hash }
}

async function* textOf(store: EventStore, header: AuditHeader, chain: Chain): AsyncGenerator<string> {
  yield lineOf(header)
  const after = parsePosition(chain.head().position)
  for await (const event of liveEvents(store, { libraryId: header.libraryId, after })) {
    const line = chain.next(event)
    chain.take(line)
    yield lineOf(line)
  }
  const { lines, hash } = chain.head()
  yield lineOf({ end: true, lines, hash })
}
