import { libraryStream } from '@lectern/contracts/events/library.ts'
import { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Later } from '../domain/library/chain.ts'
import { effectOf } from '../domain/library/effect.ts'

/** An undo looks this far ahead. */
const EVENTS_MAX = 200
const LINKS_MAX = 200_000

/**
 * The events of a library after a revision; none where they are more than an undo looks at.
 * @returns how many links were looked at, too
 */
export const readLater = async (
  store: EventStore,
  libraryId: string,
  revision: number,
): Promise<{ later: Later[]; links: number }> => {
  const later: Later[] = []
  let links = 0
  const range = { from: BigInt(revision + 1), maxCount: EVENTS_MAX + 1 }
  for await (const recorded of store.readStream(libraryStream(libraryId), range)) {
    const event = readLibraryEvent(recorded)
    links += effectOf(event)?.linkIds.length ?? 0
    if (later.length === EVENTS_MAX || links > LINKS_MAX) return { later: [], links }
    const { commandId } = EventMetadata.parse(recorded.metadata)
    later.push({ event, revision: Number(recorded.revision), commandId })
  }
  return { later, links }
}
