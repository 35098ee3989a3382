import { PLANS, type Plan, type Tier } from '@lectern/contracts/plans.ts'

export type Feature = {
  readonly text: string
  /** Sold, but not built yet. */
  readonly isPlanned?: true
}

export type Offer<Offered extends Plan = Plan> = {
  readonly plan: Offered
  readonly name: string
  /** The features that the plan before it does not have. */
  readonly features: readonly Feature[]
}

export const FREE_OFFER: Offer<'free'> = {
  plan: 'free',
  name: PLANS.free.name,
  features: [
    { text: 'Collections, tags and notes' },
    { text: 'Reader with highlights' },
    { text: 'Import from nine services' },
  ],
}

/** The lifetime plans, for the pricing page and the signup. */
export const LIFETIME_OFFERS: readonly Offer<Tier>[] = [
  {
    plan: 'basic',
    name: `Lifetime ${PLANS.basic.name}`,
    features: [{ text: 'Everything in Free' }, { text: 'Advanced search' }, { text: 'Priority support' }],
  },
  {
    plan: 'pro',
    name: `Lifetime ${PLANS.pro.name}`,
    features: [
      { text: 'Everything in Basic' },
      { text: 'Lists of 200 links at a time' },
      { text: 'Bulk export' },
    ],
  },
  {
    plan: 'ultra',
    name: `Lifetime ${PLANS.ultra.name}`,
    features: [
      { text: 'Everything in Pro' },
      { text: 'API access' },
      { text: 'Team collaboration', isPlanned: true },
    ],
  },
]
