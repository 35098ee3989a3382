import { PLANS } from '@lectern/contracts/plans.ts'
import { type ReactNode, useEffect } from 'react'
import { useSearch } from 'wouter'
import { forgetCheckout } from '../../data/checkout.ts'
import { useSession } from '../../data/session/use-session.tsx'
import { PlainPage } from '../../parts/plain-page.tsx'
import { ContactSupport } from '../../parts/support-mail.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { AfterPayment, Ways } from './after-payment.tsx'
import { roomOf, YourPlan } from './your-plan.tsx'

/** /upgrade. The query selects the view; the plan in it is the account's own. */
export default function UpgradeScreen() {
  const query = new URLSearchParams(useSearch())
  if (query.get('upgrade') === 'cancelled') return <Cancelled />
  return query.has('session_id') ? <Succeeded /> : <Failed />
}

const Succeeded = () => (
  <AfterPayment title="Upgrade">
    {user => (
      <>
        <h1 className="text-title">Your plan is {PLANS[user.plan].name}</h1>
        <p className="text-lead text-ink-2">
          Thank you. Your library now {roomOf(user)}, for life. A receipt comes by mail.
        </p>
        <YourPlan user={user} />
        <Ways />
      </>
    )}
  </AfterPayment>
)

const Cancelled = () => {
  useEffect(forgetCheckout, [])
  return (
    <NoUpgrade title="Upgrade cancelled">
      Nothing was charged, and your plan is as it was. The plans are there whenever you want one.
    </NoUpgrade>
  )
}

const Failed = () => (
  <NoUpgrade title="Something Went Wrong">
    We cannot tell from this address what became of your upgrade. If you paid, please <ContactSupport />: your
    payment is on record, and nothing of it is lost.
  </NoUpgrade>
)

const NoUpgrade = ({ title, children }: { title: string; children: ReactNode }) => {
  const { user } = useSession()
  return (
    <PlainPage title={title}>
      <h1 className="text-title">{title}</h1>
      <p className="text-lead text-ink-2">{children}</p>
      {user && <YourPlan user={user} />}
      <Ways>
        <a href="/pricing" className={buttonClass('outline')}>
          View Plans
        </a>
      </Ways>
    </PlainPage>
  )
}
