import type { User } from '@lectern/contracts/api/account.ts'
import { mayBuy } from '@lectern/contracts/plans.ts'
import { useEffect, useState } from 'react'
import { checkoutOf, forgetCheckout } from '../../data/checkout.ts'
import { useSession, useSessionControl } from '../../data/session/use-session.tsx'

/** The account after a payment. An address has no part in it. `waiting`: the plan that was paid for has not come yet. */
export type Standing =
  | { readonly is: 'loading' | 'out' }
  | { readonly is: 'held'; readonly user: User }
  | { readonly is: 'waiting'; readonly user: User; readonly isLate: boolean }

const LATE_AFTER_MS = 60_000
/** A push tells of the plan. It may have changed before this tab listened, so it is asked for again, and once more when it is late. */
const ASKED_AFTER_MS = [2_000, LATE_AFTER_MS]

/** Whether the account has the plan that this tab went to pay for, or else any paid plan. */
const hasArrived = ({ id, plan, isPro }: User): boolean => {
  const tier = checkoutOf(id)
  return tier === null ? isPro : !mayBuy(tier, plan)
}

/** Follows the account's plan until the payment has arrived. */
export const useStanding = (): Standing => {
  const { status, user } = useSession()
  const session = useSessionControl()
  const [isLate, setLate] = useState(false)
  const isHeld = user !== null && hasArrived(user)
  const isWaiting = user !== null && !isHeld

  useEffect(() => {
    if (!isWaiting) return
    const timers = ASKED_AFTER_MS.map(ms => setTimeout(() => void session.check(), ms))
    timers.push(setTimeout(() => setLate(true), LATE_AFTER_MS))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [isWaiting, session])
  useEffect(() => {
    if (isHeld) forgetCheckout()
  }, [isHeld])

  if (!user) return { is: status === 'loading' ? 'loading' : 'out' }
  return isHeld ? { is: 'held', user } : { is: 'waiting', user, isLate }
}
