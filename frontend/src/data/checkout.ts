import { Tier } from '@lectern/contracts/plans.ts'
import { keepInTab, readInTab } from '../lib/tab-storage.ts'

const KEY = 'checkout'

/**
 * Keeps which plan this tab went to pay for, so that the page after the payment knows what it waits for. It grants
 * nothing: the plan is what the account has.
 */
export const rememberCheckout = (userId: string, tier: Tier): void => keepInTab(KEY, `${userId} ${tier}`)

/** The plan that this user went to pay for in this tab; null where none is known. */
export const checkoutOf = (userId: string): Tier | null => {
  const [payer, tier] = readInTab(KEY)?.split(' ') ?? []
  return payer === userId ? (Tier.safeParse(tier).data ?? null) : null
}

/** The payment has arrived, or was cancelled. */
export const forgetCheckout = (): void => keepInTab(KEY, null)
