import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { readAccountEvent } from '@lectern/contracts/events/read.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { evolveOwner, newOwner, type Owner, type OwnersCommand, recordOwnersAct } from './account/owner.ts'
import {
  evolvePayments,
  noPayments,
  type Payments,
  type RecordPayment,
  recordPayment,
} from './account/payments.ts'
import type { Decider } from './decider.ts'

export type Account =
  | {
      readonly userId: string
      readonly libraryId: string
      readonly payments: Payments
      readonly owner: Owner
      /** The owner deleted the account: no command changes anything. */
      readonly closed: boolean
    }
  | undefined

export type OpenAccount = {
  readonly type: 'OpenAccount'
  readonly userId: string
  readonly libraryId: string
  /** The plan that the account begins with. Unset: free. */
  readonly plan?: Plan | undefined
  readonly now: string
}
export type GrantPlan = { readonly type: 'GrantPlan'; readonly plan: Plan; readonly now: string }
export type CloseAccount = {
  readonly type: 'CloseAccount'
  readonly userId: string
  readonly libraryId: string
  readonly now: string
}
export type AccountCommand = OpenAccount | CloseAccount | GrantPlan | RecordPayment | OwnersCommand

const evolve = (account: Account, event: AccountEvent): Account => {
  if (event.type === 'AccountOpened') {
    const { userId, libraryId } = event.data
    return { userId, libraryId, payments: noPayments, owner: newOwner, closed: false }
  }
  if (event.type === 'AccountClosed') {
    const { userId, libraryId } = event.data
    return { payments: noPayments, ...account, userId, libraryId, owner: newOwner, closed: true }
  }
  const payments = account && evolvePayments(account.payments, event)
  return account && payments && { ...account, payments, owner: evolveOwner(account.owner, event) }
}

const openAccount = (
  { userId, libraryId, plan = 'free', now }: OpenAccount,
  account: Account,
): AccountEvent[] => {
  if (account !== undefined) return []
  const opened: AccountEvent = { type: 'AccountOpened', data: { userId, libraryId, at: now } }
  return plan === 'free' ? [opened] : [opened, ...grantPlan({ plan, now }, { userId, libraryId })]
}

/** An account whose opening was interrupted is closed as well, so that nothing opens it later. */
const closeAccount = ({ userId, libraryId, now }: CloseAccount, account: Account): AccountEvent[] =>
  account?.closed ? [] : [{ type: 'AccountClosed', data: { userId, libraryId, at: now } }]

/** Granting the same plan again is another event: it restores the plan after a different one. */
const grantPlan = (
  { plan, now }: Omit<GrantPlan, 'type'>,
  { userId, libraryId }: Pick<NonNullable<Account>, 'userId' | 'libraryId'>,
): AccountEvent[] => [{ type: 'PlanGranted', data: { userId, libraryId, plan, at: now } }]

const decide = (command: AccountCommand, account: Account): AccountEvent[] => {
  if (command.type === 'CloseAccount') return closeAccount(command, account)
  if (account?.closed) throw new Rejected('account-closed')
  if (command.type === 'OpenAccount') return openAccount(command, account)
  if (account === undefined) throw new Rejected('not-found')
  switch (command.type) {
    case 'GrantPlan':
      return grantPlan(command, account)
    case 'RecordPayment':
      return recordPayment(command, account)
    default:
      return recordOwnersAct(command, account)
  }
}

export const account: Decider<Account, AccountEvent, AccountCommand> = {
  initial: () => undefined,
  read: readAccountEvent,
  evolve,
  decide,
  weight: account => 500 + 200 * (account?.payments.known.size ?? 0),
}
