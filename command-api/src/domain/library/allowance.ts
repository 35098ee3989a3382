import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Library } from './state.ts'

export type OpenLibrary = {
  readonly type: 'OpenLibrary'
  readonly libraryId: string
  readonly ownerId: string
  /** The plan that the account begins with. Unset: free. */
  readonly plan?: Plan | undefined
  readonly now: string
}

/** The owner deletes the account. */
export type CloseLibrary = {
  readonly type: 'CloseLibrary'
  readonly libraryId: string
  readonly ownerId: string
  readonly now: string
}

/**
 * cause is the id of the account event that led to the command, causeRevision that event's revision. Without a limit it is
 * that of the plan; null is unlimited.
 */
export type SetAllowance = {
  readonly type: 'SetAllowance'
  readonly plan: Plan
  readonly limit?: number | null | undefined
  readonly cause: string
  readonly causeRevision?: number | undefined
  readonly now: string
}

/** A library opens with the allowance of the account's first plan. */
export const openLibrary = (command: OpenLibrary, library: Library): LibraryEvent[] => {
  if (library.opened) return []
  const { libraryId, ownerId, plan = 'free', now } = command
  return [
    { type: 'LibraryOpened', data: { libraryId, ownerId, at: now } },
    allowanceChanged({ plan, cause: 'account-opened', now }),
  ]
}

/** A library whose opening was interrupted is closed as well, so that nothing opens it later. */
export const closeLibrary = ({ libraryId, ownerId, now }: CloseLibrary, library: Library): LibraryEvent[] =>
  library.closed ? [] : [{ type: 'LibraryClosed', data: { libraryId, ownerId, at: now } }]

/**
 * The account's latest event wins; commands for its events may come in any order and repeatedly.
 * @throws Rejected being-opened: the signup has opened the account alone, and goes on
 */
export const setAllowance = (command: SetAllowance, library: Library): LibraryEvent[] => {
  const { cause, causeRevision } = command
  if (!library.opened) throw new Rejected('being-opened')
  if (library.causes.has(cause)) return []
  if (causeRevision !== undefined && causeRevision <= library.causeRevision) return []
  return [allowanceChanged(command)]
}

/** The event stores the limit, so a later change of the price list changes no library by itself. */
const allowanceChanged = ({
  plan,
  limit = PLANS[plan].limit,
  cause,
  causeRevision,
  now,
}: Omit<SetAllowance, 'type'>): LibraryEvent => ({
  type: 'AllowanceChanged',
  data: { plan, limit, cause, ...(causeRevision !== undefined && { causeRevision }), at: now },
})
