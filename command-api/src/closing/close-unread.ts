import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { eventId, type Issued, metadataOf } from '../aggregate/issued.ts'
import { type CloseLibrary, closeLibrary } from '../domain/library/allowance.ts'
import { initial } from '../domain/library/state.ts'

/**
 * Closes a library that is too large to be loaded. The last event alone says whether it is closed already: nothing follows a closing.
 * @throws WrongExpectedRevision where something was appended meanwhile: the next attempt closes it
 */
export const closeUnread = async (
  store: EventStore,
  command: CloseLibrary,
  issued: Issued,
): Promise<{ readonly position: Position | undefined }> => {
  const { libraryId } = command
  const stream = libraryStream(libraryId)
  for await (const last of store.readStream(stream, { direction: 'backwards', maxCount: 1 })) {
    if (last.type === ('LibraryClosed' satisfies LibraryEvent['type'])) return { position: last.position }
    const [closed] = closeLibrary(command, initial())
    const event = {
      ...(closed as LibraryEvent),
      id: eventId(libraryId, issued.commandId, 0),
      metadata: metadataOf(command, issued),
    }
    return store.append(stream, last.revision, [event])
  }
  return { position: undefined }
}
