import { PLANS, type Plan, type Tier } from '@lectern/contracts/plans.ts'

export type Offer<Offered extends Plan = Plan> = {
  readonly plan: Offered
  readonly name: string
  /** The features that the plan before it does not have. */
  readonly features: readonly string[]
}

export const FREE_OFFER: Offer<'free'> = {
  plan: 'free',
  name: PLANS.free.name,
  features: ['Collections, tags and notes', 'Reader with highlights', 'Import from nine services'],
}

/** The lifetime plans, for the pricing page and the signup. */
export const LIFETIME_OFFERS: readonly Offer<Tier>[] = [
  {
    plan: 'basic',
    name: `Lifetime ${PLANS.basic.name}`,
    features: ['Everything in Free', 'Advanced search', 'Priority support'],
  },
  {
    plan: 'pro',
    name: `Lifetime ${PLANS.pro.name}`,
    features: ['Everything in Basic', 'Lists of 200 links at a time', 'Bulk export'],
  },
  {
    plan: 'ultra',
    name: `Lifetime ${PLANS.ultra.name}`,
    features: ['Everything in Pro', 'API access', 'Team collaboration'],
  },
]
