import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { readAccountEvent, unhandled } from '@lectern/contracts/events/read.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { Decider } from './decider.ts'

export type Account = { userId: string; libraryId: string } | undefined

export type OpenAccount = {
  readonly type: 'OpenAccount'
  readonly userId: string
  readonly libraryId: string
  readonly now: string
}
export type GrantPlan = { readonly type: 'GrantPlan'; readonly plan: Plan; readonly now: string }
export type AccountCommand = OpenAccount | GrantPlan

const evolve = (account: Account, event: AccountEvent): Account => {
  switch (event.type) {
    case 'AccountOpened':
      return { userId: event.data.userId, libraryId: event.data.libraryId }
    case 'PlanGranted':
      return account
    default:
      return unhandled(event)
  }
}

const openAccount = ({ userId, libraryId, now }: OpenAccount, account: Account): AccountEvent[] =>
  account === undefined ? [{ type: 'AccountOpened', data: { userId, libraryId, at: now } }] : []

/** Granting the same plan again is another event: it restores the plan after a different one. */
const grantPlan = ({ plan, now }: GrantPlan, account: Account): AccountEvent[] => {
  if (account === undefined) throw new Rejected('not-found')
  return [{ type: 'PlanGranted', data: { ...account, plan, at: now } }]
}

const decide = (command: AccountCommand, account: Account): AccountEvent[] => {
  switch (command.type) {
    case 'OpenAccount':
      return openAccount(command, account)
    case 'GrantPlan':
      return grantPlan(command, account)
    default:
      return unhandled(command)
  }
}

export const account: Decider<Account, AccountEvent, AccountCommand> = {
  initial: () => undefined,
  read: readAccountEvent,
  evolve,
  decide,
  weight: () => 500,
}
