import { PLANS } from '@lectern/contracts/plans.ts'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { AfterPayment, Ways } from './after-payment.tsx'
import { roomOf, YourPlan } from './your-plan.tsx'

/** /welcome, after a payment. */
export default function WelcomeScreen() {
  return (
    <AfterPayment title="Welcome">
      {user => (
        <>
          <h1 className="text-title">Welcome to {PLANS[user.plan].name}</h1>
          <p className="text-lead text-ink-2">
            Thank you{user.firstName && `, ${user.firstName}`}. Your library now {roomOf(user)}. Bring what
            you saved elsewhere, or go on reading.
          </p>
          <YourPlan user={user} />
          <Ways>
            <Link href="/import" className={buttonClass('outline')}>
              Import your library
            </Link>
          </Ways>
        </>
      )}
    </AfterPayment>
  )
}
