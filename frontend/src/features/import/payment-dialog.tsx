import type { PaymentAnswer, PaymentSettings } from '@lectern/contracts/api/payments.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { formatCount } from '../../lib/format.ts'
import { formatCents } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { usePayment } from './use-payment.ts'
import type { useUpgrade } from './use-upgrade.ts'
import { holds } from './waiting.ts'

type Props = {
  payment: PaymentAnswer
  settings: Exclude<PaymentSettings, { mode: 'off' }>
  checkout: Pick<ReturnType<typeof useUpgrade>, 'isOpening' | 'error' | 'openHosted'>
  onPaid: () => void
  onClose: (mayBePaid: boolean) => void
}

/** Takes the payment by card. While it is under way only the button closes the dialog, not Escape or a click outside. */
export const PaymentDialog = ({ payment, settings, checkout, onPaid, onClose }: Props) => {
  const { name, limit } = PLANS[payment.tier]
  const price = formatCents(payment.amount)
  const { frame, state, isCovered, isPaying, mayBePaid, problem, pay } = usePayment(payment, settings, {
    onPaid,
    onEscape: () => onClose(mayBePaid),
  })
  const isGone = state === 'unavailable'
  const { plan } = useUser()
  const isHeld = holds(plan, payment.tier)
  // The plan was bought elsewhere, perhaps with this payment in another tab.
  const leave = useEffectEvent(() => onClose(true))
  useEffect(() => {
    if (isHeld && !isPaying) leave()
  }, [isHeld, isPaying])
  return (
    <Dialog title={`Upgrade to ${name}`} onClose={() => !isPaying && onClose(mayBePaid)}>
      {/* The bank's question needs the room. */}
      <p className="text-ink-2" hidden={isCovered}>
        {name} holds {formatCount(limit ?? 0)} articles for {price}, paid once. Your card details go to Stripe
        alone, and your import goes on after the payment.
      </p>
      {settings.mode === 'stand-in' && !isCovered && (
        <p className="mt-3 rounded-control bg-marker-wash px-4 py-2.5 text-marker-ink">
          Test payments: no money moves. Card <span className="whitespace-nowrap">4242 4242 4242 4242</span>,
          any later date, any code.
        </p>
      )}
      {state === 'loading' && (
        <p role="status" className="mt-5 text-ink-2">
          Loading the card form…
        </p>
      )}
      {isGone ? (
        <p role="alert" className="mt-5">
          The card form could not be loaded. You can pay on Stripe’s own page instead, and come back here.
        </p>
      ) : (
        // The form has room for the rings around its fields.
        <iframe {...frame} title="Card payment" className="-mx-[3px] mt-5 block w-[calc(100%+6px)]" />
      )}
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem.title && <strong className="block font-semibold">{problem.title}</strong>}
          {problem.message}
        </p>
      )}
      <div className="mt-4 empty:hidden">
        <FormError>{checkout.error}</FormError>
      </div>
      <DialogFoot>
        <Button look="ghost" onClick={() => onClose(mayBePaid)}>
          {mayBePaid ? 'Close' : 'Not now'}
        </Button>
        {isGone ? (
          <Button look="ink" onClick={checkout.openHosted} disabled={checkout.isOpening}>
            Pay on Stripe’s page
          </Button>
        ) : (
          <Button
            look="ink"
            onClick={pay}
            aria-disabled={isPaying || state === 'loading'}
            className="aria-disabled:opacity-55"
          >
            {isPaying ? 'Paying...' : `Pay ${price}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
