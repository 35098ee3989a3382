import { Rejected } from '@lectern/contracts/api/errors.ts'
import { StreamEnded } from '@lectern/platform/event-store/port.ts'
import { isTooLarge } from '../aggregate/load.ts'
import type { Aggregates } from '../aggregates.ts'

/** Whether it failed because its owner deleted the account. */
export const isOfClosed = (error: unknown): boolean =>
  error instanceof StreamEnded || (error instanceof Rejected && error.code === 'account-closed')

/** Whether the owner of a library deleted the account. A library that is too large to be opened takes nothing either. */
export const isClosed = async (libraries: Aggregates['libraries'], libraryId: string): Promise<boolean> => {
  try {
    return await libraries.read(libraryId, ({ closed }) => closed)
  } catch (error) {
    if (error instanceof StreamEnded || isTooLarge(error)) return true
    throw error
  }
}
