import { type AuditedEvent, textOf } from '@lectern/platform/audit/chain.ts'
import { AuditFault } from '@lectern/platform/audit/fault.ts'
import { liveEvents } from '@lectern/platform/audit/live-events.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import { gapsOf } from './gaps.ts'
import { chainOf, readFile, readHeader } from './read-file.ts'

/**
 * Checks a file for itself, then compares it with the live store, which may have more after the file's end.
 * @param earlier the files that it continues, in their order
 * @returns how many events the file has, its head, and how many events the store lacks since they went with closed accounts
 * @throws AuditFault that names the first difference
 */
export const verifyAudit = async (
  store: EventStore,
  storeId: string,
  { file, earlier }: { file: string; earlier: readonly string[] },
): Promise<{ events: number; hash: string; gaps: number }> => {
  const header = await readHeader(file)
  if (header.storeId !== storeId)
    throw new AuditFault(`${file} is of the store ${header.storeId}, and this one is ${storeId}.`)
  // A fault of the file is told before its differences from the store.
  const { lines, hash } = (await chainOf([...earlier, file], header)).head()

  const chain = await chainOf(earlier, header)
  const { lines: before, position } = chain.head()
  const scope = { libraryId: header.libraryId, after: parsePosition(position) }
  const live = liveEvents(store, scope)[Symbol.asyncIterator]()
  const isGap = gapsOf(store)
  let gaps = 0
  try {
    let next = await live.next()
    for await (const line of readFile(file, chain)) {
      if (next.done || isAfter(next.value, line)) {
        if (!(await isGap(line))) throw new AuditFault(`The store lacks event ${line.n}, ${nameOf(line)}.`)
        gaps += 1
        continue
      }
      if (isAfter(line, next.value)) throw new AuditFault(`The file lacks ${nameOf(next.value)}.`)
      if (textOf(line) !== textOf(next.value))
        throw new AuditFault(`Event ${line.n}, ${nameOf(line)}, differs from the one in the store.`)
      next = await live.next()
    }
  } finally {
    await live.return?.()
  }
  return { events: lines - before, hash, gaps }
}

const isAfter = (a: AuditedEvent, b: AuditedEvent): boolean => {
  const [at, other] = [parsePosition(a.position), parsePosition(b.position)]
  return at !== undefined && other !== undefined && comparePositions(at, other) > 0
}

const nameOf = ({ type, stream, revision, position }: AuditedEvent) =>
  `${type} ${revision} of ${stream} at ${position}`
