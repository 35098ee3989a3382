import { PLANS } from '@lectern/contracts/plans.ts'
import { AfterPayment, Ways } from './after-payment.tsx'
import { roomOf, YourPlan } from './your-plan.tsx'

/** /upgrade/success */
export default function UpgradeSuccessScreen() {
  return (
    <AfterPayment title="Your plan">
      {user => (
        <>
          <h1 className="text-title">You now have {PLANS[user.plan].name}</h1>
          <p className="text-lead text-ink-2">Your library {roomOf(user)}. The plan is yours for life.</p>
          <YourPlan user={user} />
          <Ways />
        </>
      )}
    </AfterPayment>
  )
}
