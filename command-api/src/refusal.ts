import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { AppendDenied, AppendTooLarge, StreamEnded } from '@lectern/platform/event-store/port.ts'
import { Refused } from '@lectern/platform/nats/request.ts'

/** How a command was refused; undefined for a failure that may pass. */
export const refusalOf = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  if (error instanceof Rejected) return new Refused(error.code, error.message, error.status === 503)
  if (error instanceof StreamEnded) return new Refused('account-closed', error.message, false)
  if (error instanceof AppendTooLarge) return new Refused('too-large', error.message, false)
  if (error instanceof AppendDenied) return new Refused('denied', error.message, false)
  if (error instanceof UnreadableEvent) return new Refused('unreadable', error.message, false)
  return undefined
}
