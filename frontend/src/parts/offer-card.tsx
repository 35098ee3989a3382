import { isPaid, PLANS } from '@lectern/contracts/plans.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/cx.ts'
import type { Offer } from './offers.ts'

/** A plan with its price, its limit, its features and, as children, what can be done about it. */
export const OfferCard = ({ offer, children }: { offer: Offer; children: ReactNode }) => {
  const { price, limit } = PLANS[offer.plan]
  const isPopular = offer.plan === 'pro'
  return (
    <li
      className={cx(
        'flex flex-col rounded-card border bg-surface p-5',
        isPopular ? 'border-ink' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 className="font-sans text-ui font-semibold">{offer.name}</h2>
        {isPopular && <Badge>Most Popular</Badge>}
      </div>
      <p className="mt-3 font-serif text-title">
        ${price} {isPaid(offer.plan) && <span className="font-sans text-meta text-ink-3">once</span>}
      </p>
      <p className="mt-2 font-medium">{formatCount(limit ?? 0)} articles</p>
      <ul className="mt-3 mb-6 flex flex-col gap-2 text-ink-2">
        {offer.features.map(text => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden className="mt-px text-ink-3" />
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col">{children}</div>
    </li>
  )
}
