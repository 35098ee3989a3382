import { PLANS } from '@lectern/contracts/plans.ts'
import { useSearch } from 'wouter'
import { useUser } from '../../data/session/use-session.tsx'
import { formatCount } from '../../lib/format.ts'

/** Greets a person who comes back from a payment. The plan is the account's own: an address grants nothing. */
export const PaymentNote = () => {
  const { isPro, plan } = useUser()
  if (new URLSearchParams(useSearch()).get('payment') !== 'success') return null
  const { name, limit } = PLANS[plan]
  return (
    <p role="status" className="mb-5 rounded-control border border-line bg-surface px-4 py-3">
      {isPro
        ? `Thank you. Your plan is ${name}: ${limit === null ? 'it has no limit' : `it holds ${formatCount(limit)} articles`}. Choose a file to import it.`
        : 'No payment has arrived yet. If you paid, your plan appears here as soon as it is confirmed.'}
    </p>
  )
}
