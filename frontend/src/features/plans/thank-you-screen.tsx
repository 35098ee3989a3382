import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { formatCents } from '../../lib/money.ts'
import { PlainPage } from '../../parts/plain-page.tsx'
import { Ways } from './after-payment.tsx'
import { reportVisit } from './report-visit.ts'
import { readVisit } from './thank-you-query.ts'
import { YourPlan } from './your-plan.tsx'

/** /thank-you. The amount is the address's own word; the plan is the account's. */
export default function ThankYouScreen() {
  const search = useSearch()
  const { status, user } = useSession()
  // The screens are mounted anew once the user is known.
  const isKnown = status !== 'loading'
  useEffect(() => {
    if (isKnown) void reportVisit(readVisit(search))
  }, [isKnown, search])
  return (
    <PlainPage title="Thank you">
      <h1 className="text-display">
        <mark className="marked">Thank you{user?.firstName && `, ${user.firstName}`}.</mark>
      </h1>
      <p className="text-lead text-ink-2">
        Amount paid:{' '}
        <strong className="tabular font-semibold text-ink">{formatCents(readVisit(search).amount)}</strong>
      </p>
      <p className="text-lead text-ink-2">
        {user
          ? 'Your plan is below; a new one shows as soon as its payment is confirmed. The receipt comes by mail.'
          : 'The receipt comes by mail. Sign in to see the plan of your account.'}
      </p>
      {user && <YourPlan user={user} />}
      <Ways />
    </PlainPage>
  )
}
