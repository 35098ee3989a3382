import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '../event-store/port.ts'
import { parsePosition } from '../event-store/position.ts'
import { type AuditHeader, type Chain, lineOf } from './chain.ts'
import { AuditFault } from './fault.ts'
import { hasEnded, liveEvents } from './live-events.ts'

/**
 * The lines of an audit file: its header, the events after those of the chain up to the end that the store has now, and the
 * last line. The chain grows with them.
 * @throws AuditFault where the library is closed, or not there
 */
export async function* auditLines(
  store: EventStore,
  { storeId, libraryId }: Pick<AuditHeader, 'storeId' | 'libraryId'>,
  chain: Chain,
): AsyncGenerator<string> {
  if (libraryId !== null && (await hasEnded(store, libraryStream(libraryId))))
    throw new AuditFault(`The library ${libraryId} is closed: its events are gone.`)
  const { lines, hash, position } = chain.head()
  yield lineOf({ lectern: 'audit', version: 1, storeId, libraryId, after: { lines, hash } })
  for await (const event of liveEvents(store, { libraryId, after: parsePosition(position) })) {
    const line = chain.next(event)
    chain.take(line)
    yield lineOf(line)
  }
  const head = chain.head()
  yield lineOf({ end: true, lines: head.lines, hash: head.hash })
}
