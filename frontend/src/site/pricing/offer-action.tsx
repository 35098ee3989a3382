import { mayBuy, type Plan, type Tier } from '@lectern/contracts/plans.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { useSession } from '../../data/session/use-session.tsx'
import type { Offer } from '../../parts/offers.ts'
import type { useCheckout } from '../../parts/use-checkout.ts'
import type { PaymentMode } from '../../parts/use-payment-mode.ts'
import { Button, type ButtonLook, buttonClass } from '../../ui/button.tsx'

const HIGH = 'h-11 w-full'
const lookOf = (plan: Plan): ButtonLook => (plan === 'pro' ? 'ink' : 'outline')

const Closed = ({ children }: { children: string }) => (
  <Button disabled className={HIGH}>
    {children}
  </Button>
)

/** The visitor's link of a lifetime plan. The sign-in leads back to the plans. */
export const SignInToUpgrade = ({ plan }: { plan: Tier }) => (
  <a href="/login?next=pricing" className={`${buttonClass(lookOf(plan))} ${HIGH}`}>
    Sign In to Upgrade
  </a>
)

/** The visitor's link of the free plan. */
export const CreateAccount = () => (
  <a href="/signup" className={`${buttonClass('outline')} ${HIGH}`}>
    Create Free Account
  </a>
)

type Props = {
  offer: Offer<Tier>
  checkout: ReturnType<typeof useCheckout>
  mode: PaymentMode
}

/** The button of a lifetime plan. */
export const OfferAction = ({ offer, checkout, mode }: Props) => {
  const { user } = useSession()
  const isOffline = useIsOffline()
  const { plan, name } = offer
  if (user?.plan === plan) return <Closed>Current Plan</Closed>
  if (user && !mayBuy(plan, user.plan)) return <Closed>You have a higher tier</Closed>
  if (mode === 'off') return <Closed>Available soon</Closed>
  if (!user) return <SignInToUpgrade plan={plan} />
  if (isOffline) return <Closed>Needs a connection</Closed>
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
  const { user } = useSession()
  if (!user) return <CreateAccount />
  return <Closed>{user.isPro ? 'You have a higher tier' : 'Current Plan'}</Closed>
}
