import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Library } from './state.ts'

export type OpenLibrary = {
  readonly type: 'OpenLibrary'
  readonly libraryId: string
  readonly ownerId: string
  readonly now: string
}

/** cause is the id of the account's event that led to it. */
export type SetAllowance = {
  readonly type: 'SetAllowance'
  readonly plan: Plan
  readonly cause: string
  readonly now: string
}

/** A library opens with the free plan's allowance. */
export const openLibrary = (command: OpenLibrary, library: Library): LibraryEvent[] => {
  if (library.opened) return []
  const { libraryId, ownerId, now } = command
  return [
    { type: 'LibraryOpened', data: { libraryId, ownerId, at: now } },
    allowanceChanged('free', 'account-opened', now),
  ]
}

/** The same cause sets it once, however often it is told. */
export const setAllowance = (command: SetAllowance, library: Library): LibraryEvent[] => {
  if (!library.opened) throw new Rejected('not-found')
  if (library.causes.has(command.cause)) return []
  return [allowanceChanged(command.plan, command.cause, command.now)]
}

/** The limit is stored as decided: a later change of the price list changes no library by itself. */
const allowanceChanged = (plan: Plan, cause: string, now: string): LibraryEvent => ({
  type: 'AllowanceChanged',
  data: { plan, limit: PLANS[plan].limit, cause, at: now },
})
