import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import { type AuditedEvent, textOf } from './chain.ts'
import { AuditFault } from './fault.ts'
import { liveEvents } from './live-events.ts'
import { chainOf, readFile, readHeader } from './read-file.ts'

/**
 * Checks a file for itself, then compares it with the live store, which may have more after the file's end.
 * @param earlier the files that it continues, in their order
 * @returns how many events the file has, and its head
 * @throws AuditFault that names the first difference
 */
export const verifyAudit = async (
  store: EventStore,
  storeId: string,
  { file, earlier }: { file: string; earlier: readonly string[] },
): Promise<{ events: number; hash: string }> => {
  const header = await readHeader(file)
  if (header.storeId !== storeId)
    throw new AuditFault(`${file} is of the store ${header.storeId}, and this one is ${storeId}.`)
  // A fault of the file is told before its differences from the store.
  const { lines, hash } = (await chainOf([...earlier, file], header)).head()

  const chain = await chainOf(earlier, header)
  const { lines: before, position } = chain.head()
  const scope = { libraryId: header.libraryId, after: parsePosition(position) }
  const live = liveEvents(store, scope)[Symbol.asyncIterator]()
  try {
    for await (const line of readFile(file, chain)) {
      const next = await live.next()
      if (next.done || isAfter(next.value, line))
        throw new AuditFault(`The store lacks event ${line.n}, ${nameOf(line)}.`)
      if (isAfter(line, next.value)) throw new AuditFault(`The file lacks ${nameOf(next.value)}.`)
      if (textOf(line) !== textOf(next.value))
        throw new AuditFault(`Event ${line.n}, ${nameOf(line)}, differs from the one in the store.`)
    }
  } finally {
    await live.return?.()
  }
  return { events: lines - before, hash }
}

const isAfter = (a: AuditedEvent, b: AuditedEvent): boolean => {
  const [at, other] = [parsePosition(a.position), parsePosition(b.position)]
  return at !== undefined && other !== undefined && comparePositions(at, other) > 0
}

const nameOf = ({ type, stream, revision, position }: AuditedEvent) =>
  `${type} ${revision} of ${stream} at ${position}`
