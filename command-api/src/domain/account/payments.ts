import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { CURRENCY, mayBuy, PLANS, type Plan, priceOf, type Tier } from '@lectern/contracts/plans.ts'

/** States of a payment: bought and given back are a purchase, unwanted and returned one that bought nothing. */
type Fate = 'bought' | 'given-back' | 'unwanted' | 'returned' | 'return-failed'

export type KnownPayment = {
  readonly tier: Tier
  readonly fate: Fate
  readonly disputed: boolean
  /** An operator granted a plan later, which counts instead. */
  readonly covered: boolean
}

export type Payments = {
  /** The plan that an operator granted last. */
  readonly granted: Plan
  /** By payment intent. */
  readonly known: ReadonlyMap<string, KnownPayment>
}

export const noPayments: Payments = { granted: 'free', known: new Map() }

/** A payment as Stripe has it now. lost: the bank took the money back after a dispute. */
export type Payment = {
  readonly paymentIntentId: string
  readonly tier: Tier
  /** In the smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly state: 'paid' | 'refunded' | 'lost'
  readonly disputed: boolean
}

export type RecordPayment = {
  readonly type: 'RecordPayment'
  readonly payment: Payment
  readonly now: string
}

type Allowance = { readonly plan: Plan; readonly limit: number | null }

/**
 * The allowance of the account: the best of the plan that was granted and of the tiers that were paid for since. The unlimited
 * cap of a plan that is no longer sold stays, whatever else is bought.
 */
export const allowanceOf = ({ granted, known }: Payments): Allowance => {
  const paid = [...known.values()].filter(({ fate, covered }) => fate === 'bought' && !covered)
  const held: Plan[] = [granted, ...paid.map(({ tier }) => tier)]
  const plan = held.reduce((best, each) => (PLANS[each].tier > PLANS[best].tier ? each : best))
  const limit = held.some(each => PLANS[each].limit === null) ? null : PLANS[plan].limit
  return { plan, limit }
}

export const evolvePayments = (payments: Payments, event: AccountEvent): Payments => {
  switch (event.type) {
    case 'PlanGranted':
      return {
        granted: event.data.plan,
        known: new Map([...payments.known].map(([id, payment]) => [id, { ...payment, covered: true }])),
      }
    case 'PlanPurchased':
    case 'PlanRestored':
      return change(payments, event.data, { fate: 'bought' })
    case 'PlanRefunded':
      return change(payments, event.data, { fate: 'given-back' })
    case 'PaymentDisputed':
      return change(payments, event.data, { disputed: true })
    case 'PaymentUnwanted':
      return change(payments, event.data, { fate: 'unwanted' })
    case 'PaymentReturned':
      return change(payments, event.data, { fate: 'returned' })
    case 'ReturnFailed':
      return change(payments, event.data, { fate: 'return-failed' })
    default:
      return payments
  }
}

const change = (
  payments: Payments,
  { paymentIntentId, tier }: { paymentIntentId: string; tier: Tier },
  changed: Partial<KnownPayment>,
): Payments => {
  const before = payments.known.get(paymentIntentId) ?? {
    tier,
    fate: 'bought',
    disputed: false,
    covered: false,
  }
  return { ...payments, known: new Map(payments.known).set(paymentIntentId, { ...before, ...changed }) }
}

type Owner = { readonly userId: string; readonly libraryId: string; readonly payments: Payments }

/** Brings the account to what Stripe says of a payment. It may be told so repeatedly, and of states in any order. */
export const recordPayment = ({ payment, now: at }: RecordPayment, owner: Owner): AccountEvent[] => {
  const { userId, libraryId, payments } = owner
  const { state, disputed, ...facts } = payment
  const data = { userId, libraryId, ...facts, at }
  const known = payments.known.get(payment.paymentIntentId)
  // A payment that came and went before we heard of it is nothing to record.
  if (known === undefined && state !== 'paid') return []
  const isNewDispute = disputed && known?.disputed !== true
  return [
    ...(known === undefined ? begun(payment, data, payments) : moved(known.fate, payment, data, payments)),
    ...(isNewDispute ? [{ type: 'PaymentDisputed', data } as const] : []),
  ]
}

type Data = Omit<Payment, 'state' | 'disputed'> & Omit<Owner, 'payments'> & { readonly at: string }

const begun = (payment: Payment, data: Data, payments: Payments): AccountEvent[] => {
  const reason = unwantedBecause(payment, payments)
  if (reason !== undefined) return [{ type: 'PaymentUnwanted', data: { ...data, reason } }]
  return [{ type: 'PlanPurchased', data: { ...data, ...allowanceAfter('bought', payment, payments) } }]
}

const allowanceAfter = (fate: Fate, payment: Payment, payments: Payments): Allowance =>
  allowanceOf(change(payments, payment, { fate }))

const moved = (fate: Fate, payment: Payment, data: Data, payments: Payments): AccountEvent[] => {
  const isPaid = payment.state === 'paid'
  switch (fate) {
    case 'bought': {
      if (isPaid) return []
      const cause = payment.state === 'lost' ? 'dispute' : 'refund'
      return [
        {
          type: 'PlanRefunded',
          data: { ...data, ...allowanceAfter('given-back', payment, payments), cause },
        },
      ]
    }
    case 'given-back': {
      if (!isPaid) return []
      // The plan may have been bought again meanwhile.
      if (!mayBuy(payment.tier, allowanceOf(payments).plan)) return [{ type: 'ReturnFailed', data }]
      return [{ type: 'PlanRestored', data: { ...data, ...allowanceAfter('bought', payment, payments) } }]
    }
    case 'unwanted':
    case 'return-failed':
      return isPaid ? [] : [{ type: 'PaymentReturned', data }]
    case 'returned':
      return isPaid ? [{ type: 'ReturnFailed', data }] : []
    default:
      return unhandled(fate)
  }
}

const unwantedBecause = ({ tier, amount, currency }: Payment, payments: Payments) => {
  if (currency !== CURRENCY) return 'wrong-currency'
  if (amount !== priceOf(tier)) return 'wrong-amount'
  return mayBuy(tier, allowanceOf(payments).plan) ? undefined : 'plan-held'
}
