import type { User } from '@lectern/contracts/api/account.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import type { EntryState } from '../../lib/navigation.tsx'
import { PlainPage } from '../../parts/plain-page.tsx'
import { ContactSupport } from '../../parts/support-mail.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useStanding } from './use-standing.ts'
import { YourPlan } from './your-plan.tsx'

const backHere = (): EntryState => ({ next: location.pathname + location.search })

/** The ways on from a page of one message. The sign-in leads back to it. */
export const Ways = ({ children }: { children?: ReactNode }) => {
  const { status } = useSession()
  return (
    <div className="mt-2 flex flex-wrap gap-2.5 max-sm:w-full max-sm:flex-col">
      {status === 'out' ? (
        <Link href="/login" state={backHere()} className={buttonClass('ink')}>
          Sign in
        </Link>
      ) : (
        <Link href="/dashboard" className={buttonClass('ink')}>
          Go to your library
        </Link>
      )}
      {children}
    </div>
  )
}

type Props = {
  /** The document's title. */
  title: string
  /** Shown once the account has the plan. */
  children: (user: User) => ReactNode
}

/** A page after a payment. It shows what the account has, and waits for a plan that is still to come. */
export const AfterPayment = ({ title, children }: Props) => {
  const standing = useStanding()
  return (
    <PlainPage title={title}>
      {/* The plan that comes is read aloud. */}
      <div aria-live="polite" className="flex w-full flex-col items-start gap-4">
        {standing.is === 'loading' && <p className="text-ink-2">Loading…</p>}
        {standing.is === 'out' && <SignedOut />}
        {standing.is === 'waiting' && <Waiting {...standing} />}
        {standing.is === 'held' && children(standing.user)}
      </div>
    </PlainPage>
  )
}

const SignedOut = () => (
  <>
    <h1 className="text-title">Sign in to see your plan</h1>
    <p className="text-lead text-ink-2">
      A payment belongs to the account that made it. Once you are signed in, this page shows the plan that the
      account has.
    </p>
    <Ways />
  </>
)

const Waiting = ({ user, isLate }: { user: User; isLate: boolean }) => (
  <>
    <h1 className="text-title">Your payment is being confirmed</h1>
    <p className="text-lead text-ink-2">
      If you have just paid, your new plan appears here by itself, as a rule within seconds.{' '}
      {isLate && (
        <>
          This takes longer than usual. If you paid and the plan does not come, please <ContactSupport />.
        </>
      )}
    </p>
    <YourPlan user={user} />
    <Ways />
  </>
)
