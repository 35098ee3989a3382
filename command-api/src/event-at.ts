import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'

/** The event of a stream that the state names by its revision. @throws StreamEnded */
export const eventAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<RecordedEvent> => {
  const range = { from: BigInt(revision), maxCount: 1, refuseEnded: true }
  for await (const recorded of store.readStream(stream, range)) return recorded
  throw new Error(`Event ${revision} of ${stream} is missing`)
}
