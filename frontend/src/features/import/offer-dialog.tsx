import { isPaid, PLANS, type Tier } from '@lectern/contracts/plans.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import type { useUpgrade } from './use-upgrade.ts'
import type { Refused } from './waiting.ts'

type Upgrade = Pick<
  ReturnType<typeof useUpgrade>,
  'settings' | 'isPending' | 'isOpening' | 'error' | 'openForm'
>

type Props = {
  refused: Refused
  tier: Tier | undefined
  upgrade: Upgrade
  onProceed: () => void
  onClose: () => void
}

const offerOf = (tier: Tier | undefined, needed: number): string => {
  const largest = `Ultra, the largest plan, holds ${formatCount(PLANS.ultra.limit ?? 0)} articles.`
  if (!tier) return largest
  const { name, limit, price } = PLANS[tier]
  const fits = (limit ?? 0) >= needed
  const offer = `${name} holds ${formatCount(limit ?? 0)} for $${price}, paid once`
  return fits ? `${offer}: all of this file fits.` : `${offer}. ${tier === 'ultra' ? '' : largest}`.trim()
}

/** The room of the plan, and the plan that holds more. */
export const OfferDialog = ({ refused, tier, upgrade, onProceed, onClose }: Props) => {
  const { limit, currentCount, newItems } = refused
  const { plan } = useUser()
  const name = isPaid(plan) ? `${PLANS[plan].name} plan` : 'free plan'
  const room = Math.max(0, limit - currentCount)
  const { settings, isPending, isOpening, error, openForm } = upgrade
  const isSold = tier !== undefined && settings?.mode !== 'off'
  return (
    <Dialog
      title={`Your plan has room for ${formatCount(room)} more`}
      onClose={onClose}
      description={
        <>
          <p>
            The {name} holds {countOf(limit, 'article')}, and you have {formatCount(currentCount)}. This file
            has {countOf(newItems, 'new article')}.
          </p>
          <p className="mt-2">
            {offerOf(tier, currentCount + newItems)} If you import without a larger plan, the ledger lists the
            rows that were left out.
          </p>
        </>
      }
    >
      <div className="mt-4 empty:hidden">
        <FormError>{error}</FormError>
      </div>
      <DialogFoot>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button look="ghost" onClick={onClose}>
            Not now
          </Button>
          {/* A full page load: the pricing page is a separate page for search engines. */}
          <Button onClick={() => location.assign('/pricing')}>View Plans</Button>
        </div>
        <div className="flex flex-wrap justify-end gap-2.5">
          {room > 0 && (
            <Button look={isSold ? 'outline' : 'ink'} onClick={onProceed}>
              Import the first {formatCount(room)}
            </Button>
          )}
          {tier && !isSold && <Button disabled>Available soon</Button>}
          {tier && isSold && (
            <Button
              look="ink"
              onClick={openForm}
              aria-disabled={isPending || isOpening}
              className="aria-disabled:opacity-55"
            >
              {isOpening ? 'Opening...' : `Upgrade to ${PLANS[tier].name}`}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  )
}
