import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Answers } from './attack.ts'
import { PAGE_BYTES } from './hoard.ts'

/** Status of the answer to a provided page. Nothing else in that attack has it. */
const ACCEPTED = 202

/** Bytes of the events and of the provided pages that an account has made the server keep. */
export const keptBytes = async (store: EventStore, libraryId: string, answers: Answers): Promise<number> => {
  let bytes = PAGE_BYTES * (answers[ACCEPTED] ?? 0)
  for (const stream of [libraryStream(libraryId), notebookStream(libraryId)])
    for await (const { data } of store.readStream(stream)) bytes += Buffer.byteLength(JSON.stringify(data))
  return bytes
}
