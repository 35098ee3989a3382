import type { LibraryEvent, LinkSaved } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod'

type Saved = z.infer<typeof LinkSaved>['data']

/**
 * How a link was saved, read from the one event that says so: the state keeps only where that is.
 * @param savedAt its revision
 */
export const readSavedLink = async (
  store: EventStore,
  libraryId: string,
  savedAt: number,
): Promise<Saved> => {
  const events = store.readStream(libraryStream(libraryId), { from: BigInt(savedAt), maxCount: 1 })
  for await (const { type, data } of events) {
    const event = { type, data } as LibraryEvent
    if (event.type === 'LinkSaved') return event.data
  }
  throw new Error(`Event ${savedAt} of library ${libraryId} saves no link`)
}
