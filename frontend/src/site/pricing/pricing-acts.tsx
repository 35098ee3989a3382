import { PLANS } from '@lectern/contracts/plans.ts'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { SessionProvider, useSession } from '../../data/session/use-session.tsx'
import { LIFETIME_OFFERS } from '../../parts/offers.ts'
import { useCheckout } from '../../parts/use-checkout.ts'
import { usePaymentMode } from '../../parts/use-payment-mode.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { FreeAction, OfferAction } from './offer-action.tsx'

const TEXTS = {
  noAnswer: 'Unable to create checkout session. Please try again.',
  noUrl: 'No checkout URL received',
}

/** Shows its children in place of what the page has for visitors. @param name the slot's data-slot */
const Slot = ({ name, children }: { name: string; children?: ReactNode }) => {
  const [slot, setSlot] = useState<Element | null>(null)
  useLayoutEffect(() => {
    const found = document.querySelector(`[data-slot="${name}"]`)
    found?.replaceChildren()
    setSlot(found)
  }, [name])
  return slot && createPortal(children, slot)
}

/** The acts of /pricing. Until it is known who looks and whether plans can be bought, the page stands as it was built. */
export const PricingActs = () => (
  <Toasts>
    <SessionProvider>
      <Acts />
    </SessionProvider>
  </Toasts>
)

const Acts = () => {
  const mode = usePaymentMode()
  const checkout = useCheckout(TEXTS)
  const { status, user } = useSession()
  if (status === 'loading' || mode === undefined) return null
  return (
    <>
      <Slot name="notes">
        {user?.plan === 'legacy_unlimited' && <UnlimitedPlan />}
        {mode === 'stand-in' && (
          <p className="mt-4 text-meta text-ink-2">
            Test mode: no money moves, and only test cards work, such as 4242 4242 4242 4242.
          </p>
        )}
      </Slot>
      <Slot name="free">
        <FreeAction />
      </Slot>
      {LIFETIME_OFFERS.map(offer => (
        <Slot key={offer.plan} name={offer.plan}>
          <OfferAction offer={offer} checkout={checkout} mode={mode} />
        </Slot>
      ))}
      {user && <Slot name="invitation" />}
    </>
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
