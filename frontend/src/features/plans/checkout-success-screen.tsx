import { PLANS } from '@lectern/contracts/plans.ts'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { AfterPayment, Ways } from './after-payment.tsx'
import { Celebration } from './celebration.tsx'
import { roomOf, YourPlan } from './your-plan.tsx'

/** /checkout/success, where the hosted checkout leads to. */
export default function CheckoutSuccessScreen() {
  return (
    <AfterPayment title="Payment">
      {user => (
        <>
          <Celebration />
          <h1 className="text-title">Payment Successful! Welcome to {PLANS[user.plan].name}</h1>
          <p className="text-lead text-ink-2">
            Thank you{user.firstName && `, ${user.firstName}`}. Your library now {roomOf(user)}, for life. A
            receipt comes by mail.
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
