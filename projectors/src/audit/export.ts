import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AuditFault } from '@lectern/platform/audit/fault.ts'
import { auditLines } from '@lectern/platform/audit/lines.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
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
  const scope = { storeId, libraryId }
  const chain = await chainOf(earlier, scope)
  const { lines: before } = chain.head()
  const part = `${file}.part`
  try {
    await pipeline(
      Readable.from(auditLines(store, scope, chain)),
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
