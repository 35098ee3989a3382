import { z } from 'zod/mini'

export const Plan = z.enum(['free', 'basic', 'pro', 'ultra', 'legacy_unlimited'])
export type Plan = z.infer<typeof Plan>

type PlanFacts = {
  /** The name on the plan badge and the cards. */
  readonly name: string
  /** One-time price in US dollars; null where the plan is not sold. */
  readonly price: number | null
  /** Most links a library of this plan holds; null is unlimited. */
  readonly limit: number | null
  readonly pageSize: 50 | 200
  /** Most that a server keeps for an account of this plan (command-api/src/bytes), in GB of 10^9 bytes. */
  readonly storedGb: number
  /** Load Many (+500) beside Load More (+50). */
  readonly loadsMany: boolean
  /** Order for upgrades (spec section 4): legacy_unlimited ranks as pro. */
  readonly tier: 0 | 1 | 2 | 3
}

export const PLANS: Record<Plan, PlanFacts> = {
  free: { name: 'Free', price: 0, limit: 500, pageSize: 50, storedGb: 2, loadsMany: false, tier: 0 },
  basic: { name: 'Basic', price: 19, limit: 2_000, pageSize: 50, storedGb: 10, loadsMany: false, tier: 1 },
  pro: { name: 'Pro', price: 49, limit: 10_000, pageSize: 200, storedGb: 10, loadsMany: true, tier: 2 },
  ultra: { name: 'Ultra', price: 99, limit: 50_000, pageSize: 200, storedGb: 50, loadsMany: true, tier: 3 },
  legacy_unlimited: {
    name: 'Unlimited',
    price: null,
    limit: null,
    pageSize: 200,
    storedGb: 50,
    loadsMany: true,
    tier: 2,
  },
}

/** The most links of any library: twice what the largest plan that has a limit holds. */
export const LINKS_MAX = 2 * Math.max(...Object.values(PLANS).map(({ limit }) => limit ?? 0))

/** Whether programs may use the API for a library of this plan. */
export const hasApi = (plan: Plan): boolean => plan === 'ultra'

export const isPaid = (plan: Plan): boolean => plan !== 'free'

/** The plans that are sold, once and for life. */
export const Tier = z.enum(['basic', 'pro', 'ultra'])
export type Tier = z.infer<typeof Tier>

/** The currency of all prices, as Stripe writes it. */
export const CURRENCY = 'usd'

/** The price of a tier in cents. */
export const priceOf = (tier: Tier): number => (PLANS[tier].price ?? 0) * 100

/** Whether an account of plan `held` may buy the tier: not what it has, nor less. */
export const mayBuy = (tier: Tier, held: Plan): boolean => PLANS[tier].tier > PLANS[held].tier
