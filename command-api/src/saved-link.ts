import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { eventAt } from './event-at.ts'

/**
 * Reads how a link was saved or imported, which the state does not hold.
 * @param savedAt revision of its LinkSaved or LinksImported
 */
export const readSavedLink = async (
  store: EventStore,
  libraryId: string,
  { linkId, savedAt }: { linkId: number; savedAt: number },
): Promise<{ url: string; title: string; createdAt: string }> => {
  const { type, data } = readLibraryEvent(await eventAt(store, libraryStream(libraryId), savedAt))
  if (type === 'LinkSaved') return { ...data, createdAt: data.at }
  const link = type === 'LinksImported' ? data.links.find(each => each.linkId === linkId) : undefined
  if (link !== undefined) return { ...link, createdAt: link.savedAt }
  throw new Error(`Event ${savedAt} of library ${libraryId} did not save link ${linkId}`)
}
