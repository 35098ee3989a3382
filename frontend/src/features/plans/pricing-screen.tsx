import { PLANS } from '@lectern/contracts/plans.ts'
import { Link } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { formatCount } from '../../lib/format.ts'
import { OfferCard } from '../../parts/offer-card.tsx'
import { FREE_OFFER, LIFETIME_OFFERS } from '../../parts/offers.ts'
import { SupportMail } from '../../parts/support-mail.tsx'
import { useCheckout } from '../../parts/use-checkout.ts'
import { usePaymentMode } from '../../parts/use-payment-mode.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Faq } from './faq.tsx'
import { BACK_TO_PLANS, FreeAction, OfferAction } from './offer-action.tsx'
import { PageHead } from './page-head.tsx'
import { DESCRIPTION, productData } from './product-data.ts'

const TEXTS = {
  noAnswer: 'Unable to create checkout session. Please try again.',
  noUrl: 'No checkout URL received',
}

/** /pricing, for everybody. */
export default function PricingScreen() {
  const mode = usePaymentMode()
  const checkout = useCheckout(TEXTS)
  const { status, user } = useSession()
  const isVisitor = status === 'out'
  return (
    <Screen title="Pricing" className="mx-auto max-w-[76rem] px-5 pb-20 sm:px-8">
      <PageHead
        title="Pricing · Lectern"
        description={DESCRIPTION}
        path="/pricing"
        data={productData(mode)}
      />
      <header className="flex h-20 items-center justify-between gap-4">
        <Link href="/" className="rounded-control" aria-label="Lectern, home">
          <Logo />
        </Link>
        {user && (
          <Link href="/dashboard" className={buttonClass('ghost')}>
            Your library
          </Link>
        )}
        {isVisitor && (
          <Link href="/login" state={BACK_TO_PLANS} className={buttonClass('ghost')}>
            Sign in
          </Link>
        )}
      </header>
      <h1 className="mt-8 text-display max-sm:text-title">
        Pay once. <mark className="marked">Keep it for life.</mark>
      </h1>
      <p className="mt-3 max-w-xl text-lead text-ink-2">
        Lectern is free for {PLANS.free.limit} articles. A lifetime plan is paid once and holds more.
      </p>
      {user?.plan === 'legacy_unlimited' && <UnlimitedPlan />}
      {mode === 'stand-in' && (
        <p className="mt-4 text-meta text-ink-2">
          Test mode: no money moves, and only test cards work, such as 4242 4242 4242 4242.
        </p>
      )}
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <OfferCard offer={FREE_OFFER}>
          <FreeAction />
        </OfferCard>
        {LIFETIME_OFFERS.map(offer => (
          <OfferCard key={offer.plan} offer={offer}>
            <OfferAction offer={offer} checkout={checkout} mode={mode} />
          </OfferCard>
        ))}
      </ul>
      <p className="mt-6 text-ink-2">
        Do you need room for more than {formatCount(PLANS.ultra.limit ?? 0)} articles?{' '}
        <SupportMail subject="Enterprise plan">Contact us about an enterprise plan</SupportMail>.
      </p>
      <Faq />
      {isVisitor && <Invitation />}
    </Screen>
  )
}

/** The plan that is held, and not sold any more. */
const UnlimitedPlan = () => (
  <section
    aria-label="Your plan"
    className="mt-5 flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-card border border-ink bg-surface px-5 py-4"
  >
    <h2 className="font-sans text-ui font-semibold">{PLANS.legacy_unlimited.name}</h2>
    <span className="text-meta font-semibold text-marker-ink">Current Plan</span>
    <p className="text-ink-2">Articles without a limit, for life. This plan is no longer sold.</p>
  </section>
)

const Invitation = () => (
  <section
    aria-label="Start reading"
    className="mt-16 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-sunken px-6 py-6"
  >
    <p className="font-serif text-quote">Begin with the free plan, and stay as long as it fits.</p>
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:flex-col">
      <Link href="/login" state={BACK_TO_PLANS} className={buttonClass('outline')}>
        Sign in
      </Link>
      <Link href="/signup" className={buttonClass('ink')}>
        Create an account
      </Link>
    </div>
  </section>
)
