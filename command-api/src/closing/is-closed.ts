import { StreamEnded } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from '../aggregates.ts'

/** Whether the owner of a library deleted the account. */
export const isClosed = async (libraries: Aggregates['libraries'], libraryId: string): Promise<boolean> => {
  try {
    return await libraries.read(libraryId, ({ closed }) => closed)
  } catch (error) {
    if (error instanceof StreamEnded) return true
    throw error
  }
}
