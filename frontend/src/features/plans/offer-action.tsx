import { mayBuy, type Plan, type Tier } from '@lectern/contracts/plans.ts'
import { Link } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import type { EntryState } from '../../lib/navigation.tsx'
import type { Offer } from '../../parts/offers.ts'
import type { useCheckout } from '../../parts/use-checkout.ts'
import type { PaymentMode } from '../../parts/use-payment-mode.ts'
import { Button, type ButtonLook, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The sign-in leads back to the plans. */
export const BACK_TO_PLANS: EntryState = { next: '/pricing' }

const HIGH = 'h-11 w-full'
const lookOf = (plan: Plan): ButtonLook => (plan === 'pro' ? 'ink' : 'outline')

const Closed = ({ children }: { children: string }) => (
  <Button disabled className={HIGH}>
    {children}
  </Button>
)

type Props = { checkout: ReturnType<typeof useCheckout>; mode: PaymentMode | undefined }

/** The button of a lifetime plan. */
export const OfferAction = ({ offer, checkout, mode }: Props & { offer: Offer<Tier> }) => {
  const { status, user } = useSession()
  const { plan, name } = offer
  if (status === 'loading' || mode === undefined) return <Skeleton className={HIGH} />
  if (user?.plan === plan) return <Closed>Current Plan</Closed>
  if (user && !mayBuy(plan, user.plan)) return <Closed>You have a higher tier</Closed>
  if (mode === 'off') return <Closed>Available soon</Closed>
  if (!user)
    return (
      <Link href="/login" state={BACK_TO_PLANS} className={`${buttonClass(lookOf(plan))} ${HIGH}`}>
        Sign In to Upgrade
      </Link>
    )
  return (
    <Button
      look={lookOf(plan)}
      disabled={checkout.starting !== null}
      onClick={() => checkout.start(plan)}
      className={HIGH}
    >
      {checkout.starting === plan ? 'Opening checkout...' : `Upgrade to ${name}`}
    </Button>
  )
}

/** The button of the free plan. */
export const FreeAction = () => {
  const { status, user } = useSession()
  if (status === 'loading') return <Skeleton className={HIGH} />
  if (user) return <Closed>{user.isPro ? 'You have a higher tier' : 'Current Plan'}</Closed>
  return (
    <Link href="/signup" className={`${buttonClass('outline')} ${HIGH}`}>
      Create Free Account
    </Link>
  )
}
