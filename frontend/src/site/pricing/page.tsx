import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { OfferCard } from '../../parts/offer-card.tsx'
import { FREE_OFFER, LIFETIME_OFFERS } from '../../parts/offers.ts'
import { buttonClass } from '../../ui/button.tsx'
import { MailLink } from '../frame/mail-link.tsx'
import { Questions } from '../frame/questions.tsx'
import type { Meta } from '../page.ts'
import { CreateAccount, SignInToUpgrade } from './offer-action.tsx'
import { DESCRIPTION, PRODUCT } from './product-data.ts'
import { QUESTIONS } from './questions.ts'

export const meta: Meta = { title: 'Pricing', description: DESCRIPTION, data: PRODUCT }

/** /pricing, for everybody. What stands in a slot is for visitors; act.tsx puts there what suits the person. */
export default function Pricing() {
  return (
    <>
      <h1 className="mt-8 text-display max-sm:text-title">
        Pay once. <mark className="marked">Keep it for life.</mark>
      </h1>
      <p className="mt-3 max-w-xl text-lead text-ink-2">
        Lectern is free for {PLANS.free.limit} articles. A lifetime plan is paid once and holds more.
      </p>
      <div data-slot="notes" />
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <OfferCard offer={FREE_OFFER}>
          <Slot plan="free">
            <CreateAccount />
          </Slot>
        </OfferCard>
        {LIFETIME_OFFERS.map(offer => (
          <OfferCard key={offer.plan} offer={offer}>
            <Slot plan={offer.plan}>
              <SignInToUpgrade plan={offer.plan} />
            </Slot>
          </OfferCard>
        ))}
      </ul>
      <p className="mt-6 text-ink-2">
        Do you need room for more than {formatCount(PLANS.ultra.limit ?? 0)} articles?{' '}
        <MailLink subject="Enterprise plan">Contact us about an enterprise plan</MailLink>.
      </p>
      <Questions title="Questions and answers" questions={QUESTIONS} />
      <div data-slot="invitation">
        <Invitation />
      </div>
    </>
  )
}

const Slot = ({ plan, children }: { plan: Plan; children: ReactNode }) => (
  <div data-slot={plan} className="flex min-h-11 flex-col print:hidden">
    {children}
  </div>
)

const Invitation = () => (
  <section
    aria-label="Start reading"
    className="mt-16 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-sunken px-6 py-6 print:hidden"
  >
    <p className="font-serif text-quote">Begin with the free plan, and stay as long as it fits.</p>
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:flex-col">
      <a href="/login?next=pricing" className={buttonClass('outline')}>
        Sign in
      </a>
      <a href="/signup" className={buttonClass('ink')}>
        Create an account
      </a>
    </div>
  </section>
)
