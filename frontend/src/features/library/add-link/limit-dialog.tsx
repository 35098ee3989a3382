import { PLANS } from '@lectern/contracts/plans.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

/** The library is full. */
export default function LimitDialog({ limit: given, onClose }: { limit: number; onClose: () => void }) {
  const { plan } = useUser()
  const limit = given || (PLANS[plan].limit ?? 0)
  const planName = plan === 'free' ? 'free' : PLANS[plan].name
  return (
    <Dialog
      title="You've reached your limit!"
      onClose={onClose}
      description={`You've saved ${formatCount(limit)} articles on the ${planName} plan. Choose from our lifetime plans to continue saving articles.`}
    >
      <DialogFoot>
        <Button onClick={onClose}>Maybe Later</Button>
        {/* A full page load: the pricing page is a separate page for search engines. */}
        <Button look="ink" onClick={() => location.assign('/pricing')}>
          View Upgrade Options
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
