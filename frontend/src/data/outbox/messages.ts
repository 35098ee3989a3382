import { ApiError } from '../../lib/api.ts'
import type { Refusal } from '../acts/act.ts'
import type { Act, ActName, ResultOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'

/**
 * The lock of what sends the user's acts, and the channel of those who hear of them. A tab of a client of before links of others has
 * another name for both: it must not send acts on them, which it would do in the person's own library.
 */
export const tabsOf = (userId: string): string => `lectern-tabs-${userId}`

/** How an act ended, or that it waits for the connection. `made` is the id of what it made, or its name until there is one. */
export type Outcome<N extends ActName = ActName> =
  | { readonly status: 'sent'; readonly result: ResultOf<N> | undefined; readonly made: Id }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'waiting'; readonly made: Id }

/** Acts of the queue that have another form now, and those that are gone. */
export type Change = { readonly stored: readonly Act[]; readonly removed: readonly Act[] }

/** Messages that keep the outboxes of one user's tabs alike. */
export type OutboxMessage =
  | { readonly outbox: 'act'; readonly act: Act }
  | { readonly outbox: 'sent'; readonly act: Act }
  /** With what became of the act, and of those that need what it would have made. */
  | ({ readonly outbox: 'refused'; readonly act: Act; readonly refusal: Refusal } & Change)
  | { readonly outbox: 'held'; readonly act: Act; readonly why?: string }
  /** The act took back `cancelled`, which had not been sent. Neither will be. */
  | { readonly outbox: 'cancelled'; readonly act: Act; readonly cancelled: Act }
  /** The queue was edited because of this act. */
  | ({ readonly outbox: 'changed'; readonly act: Act } & Change)

export const errorOf = ({ status, message, details }: Refusal): ApiError =>
  new ApiError(status, message, details)
