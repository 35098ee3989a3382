import { mayBuy, PLANS, type Tier } from '@lectern/contracts/plans.ts'
import { Link } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { OfferCard } from '../../parts/offer-card.tsx'
import { LIFETIME_OFFERS } from '../../parts/offers.ts'
import { useCheckout } from '../../parts/use-checkout.ts'
import { type PaymentMode, usePaymentMode } from '../../parts/use-payment-mode.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const TEXTS = {
  noAnswer: 'Failed to start checkout. Please try again.',
  noUrl: 'Failed to start checkout',
}
const HIGH = 'h-11 w-full'

/** @param next the address that the free account goes on to */
export default function PlanChoice({ next }: { next: string }) {
  const mode = usePaymentMode()
  const checkout = useCheckout(TEXTS)
  return (
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
        {mode === 'stand-in' && (
          <p className="mt-4 text-meta text-ink-2">Test mode: no money moves, and only test cards work.</p>
        )}
        <ul className="mt-8 grid gap-4 sm:grid-cols-3">
          {LIFETIME_OFFERS.map(offer => (
            <OfferCard key={offer.plan} offer={offer}>
              <Choice tier={offer.plan} mode={mode} checkout={checkout} />
            </OfferCard>
          ))}
        </ul>
      </div>
    </Screen>
  )
}

type ChoiceProps = { tier: Tier; mode: PaymentMode | undefined; checkout: ReturnType<typeof useCheckout> }

const Choice = ({ tier, mode, checkout: { starting, start } }: ChoiceProps) => {
  const { status, user } = useSession()
  if (status === 'loading' || mode === undefined) return <Skeleton className={HIGH} />
  const isOpen = mode !== 'off' && mayBuy(tier, user?.plan ?? 'free')
  return (
    <Button disabled={!isOpen || starting !== null} onClick={() => start(tier)} className={HIGH}>
      {mode === 'off'
        ? 'Available soon'
        : starting === tier
          ? 'Opening checkout...'
          : `Choose ${PLANS[tier].name}`}
    </Button>
  )
}
