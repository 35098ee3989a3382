import { useState } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { useUpgrade } from './use-upgrade.ts'
import { type Refused, tierFor } from './waiting.ts'

type Props = {
  refused: Refused
  /** Imports what the plan has room for. */
  onProceed: () => void
  /** The import waits on the device where the payment may have been made. */
  onClose: (mayBePaid: boolean) => void
}

/** Asks what to do where the plan has no room for all new articles of a file, and takes the payment for a larger plan. */
export default function UpgradeDialog({ refused, onProceed, onClose }: Props) {
  const { plan } = useUser()
  // Another tab may buy a plan meanwhile.
  const [tier] = useState(() => tierFor(refused, plan))
  const upgrade = useUpgrade(refused, tier, () => onClose(true))
  const { settings, payment } = upgrade
  if (payment && settings && settings.mode !== 'off')
    return (
      <PaymentDialog
        payment={payment}
        settings={settings}
        checkout={upgrade}
        onPaid={upgrade.paid}
        onClose={onClose}
      />
    )
  return (
    <OfferDialog
      refused={refused}
      tier={tier}
      upgrade={upgrade}
      onProceed={onProceed}
      onClose={() => onClose(false)}
    />
  )
}
