import { PLANS } from '@lectern/contracts/plans.ts'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/logo.tsx'
import { Screen } from '../../ui/screen.tsx'

const OFFERS = [
  { plan: 'basic', features: ['Advanced search', 'Priority support'] },
  { plan: 'pro', features: ['Everything in Basic', 'Bulk export'] },
  { plan: 'ultra', features: ['Everything in Pro', 'API access', 'Team collaboration'] },
] as const

const Offer = ({ plan, features }: (typeof OFFERS)[number]) => {
  const { name, price, limit } = PLANS[plan]
  const isPopular = plan === 'pro'
  return (
    <li
      className={cx(
        'flex flex-col rounded-card border bg-surface p-5',
        isPopular ? 'border-ink' : 'border-line',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 className="font-sans text-ui font-semibold">{name}</h2>
        {isPopular && (
          <span className="rounded-[6px] bg-marker-wash px-2 py-0.5 text-meta font-medium text-marker-ink">
            Most Popular
          </span>
        )}
      </div>
      <p className="mt-3 font-serif text-title">
        ${price} <span className="font-sans text-meta text-ink-3">once</span>
      </p>
      <ul className="mt-4 mb-6 flex flex-col gap-2 text-ink-2">
        {[`${formatCount(limit ?? 0)} articles`, ...features].map(feature => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden className="mt-px text-ink-3" />
            {feature}
          </li>
        ))}
      </ul>
      <p className="mt-auto text-meta text-ink-2">Available soon</p>
    </li>
  )
}

/** @param next the address that the free account goes on to */
export const PlanChoice = ({ next }: { next: string }) => (
  <Screen title="Choose your plan" className="mx-auto flex min-h-dvh max-w-4xl flex-col px-5 py-9">
    <Logo />
    <div className="my-auto py-10">
      <h1 className="text-title">Your account is ready. Choose your plan.</h1>
      <p className="mt-2 max-w-xl text-lead text-ink-2">
        The free account holds {PLANS.free.limit} articles. A lifetime plan is paid once and holds more.
      </p>
      <Link href={next} className={`${buttonClass('ink')} mt-5 h-11 max-sm:w-full`}>
        Continue with Free Account
      </Link>
      <ul className="mt-8 grid gap-4 sm:grid-cols-3">
        {OFFERS.map(offer => (
          <Offer key={offer.plan} {...offer} />
        ))}
      </ul>
    </div>
  </Screen>
)
