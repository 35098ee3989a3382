import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'

/**
 * Reads how a link was saved, which the state does not hold.
 * @param savedAt revision of its LinkSaved
 */
export const readSavedLink = async (store: EventStore, libraryId: string, savedAt: number) => {
  const range = { from: BigInt(savedAt), maxCount: 1 }
  for await (const recorded of store.readStream(libraryStream(libraryId), range)) {
    const event = readLibraryEvent(recorded)
    if (event.type === 'LinkSaved') return event.data
  }
  throw new Error(`Event ${savedAt} of library ${libraryId} is no LinkSaved`)
}
