import { isPaid, PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import type { Shortage } from './use-start.ts'

type Props = Shortage & { newItems: number; onProceed: () => void; onClose: () => void }

const OFFERED = ['basic', 'pro', 'ultra'] as const satisfies readonly Plan[]

/** The smallest plan that holds this many articles. */
const planFor = (articles: number): Plan | undefined =>
  OFFERED.find(plan => (PLANS[plan].limit ?? 0) >= articles)

/** Asks what to do where the plan has no room for all new articles of a file. */
export default function UpgradeDialog({ limit, currentCount, newItems, onProceed, onClose }: Props) {
  const { plan } = useUser()
  const name = isPaid(plan) ? `${PLANS[plan].name} plan` : 'free plan'
  const room = limit - currentCount
  const fitting = planFor(currentCount + newItems)
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
            {fitting
              ? `${PLANS[fitting].name} holds ${formatCount(PLANS[fitting].limit ?? 0)} for $${PLANS[fitting].price}, paid once: all of this file fits.`
              : `Ultra, the largest plan, holds ${formatCount(PLANS.ultra.limit ?? 0)} articles.`}{' '}
            If you import without a larger plan, the ledger lists the rows that were left out.
          </p>
        </>
      }
    >
      <DialogFoot>
        <Button look="ghost" onClick={onClose}>
          Not now
        </Button>
        {/* A full page load: the pricing page is a separate page for search engines. */}
        <Button onClick={() => location.assign('/pricing')}>View Plans</Button>
        <Button look="ink" onClick={onProceed}>
          Import the first {formatCount(room)}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
