import { Redirect } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { HAS_PLANS } from '../../lib/has-plans.ts'
import { type EntryState, useEntry, useNavigate } from '../../lib/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SignupForm } from './signup-form.tsx'

const NotShown = ({ onRetry }: { onRetry: () => void }) => (
  <Screen title="Choose your plan" className="mx-auto flex max-w-xl flex-col items-start gap-4 px-5 py-16">
    <h1 className="text-title">Your account is ready</h1>
    <p className="text-lead text-ink-2">The plans could not be shown. Please check your connection.</p>
    <Button look="ink" onClick={onRetry}>
      Try again
    </Button>
  </Screen>
)

// A part of its own, so that the client's first file need not name what the plans are made of.
const planChoice = lazyPart(() => import('./plan-choice.tsx'), {
  failed: retry => <NotShown onRetry={retry} />,
})
planChoice.preload()

/** Step 1 opens the account; step 2 offers the plans. The history entry keeps the step. */
export default function SignupScreen() {
  const { step, toSave } = useEntry()
  const navigate = useNavigate()
  const { user } = useSession()

  if (step === 'plan' && HAS_PLANS) return <planChoice.Component next={toSave ?? '/dashboard'} />
  if (user) return <Redirect to={toSave ?? '/dashboard'} replace />
  const opened: EntryState = { step: 'plan', ...(toSave && { toSave }) }
  return (
    <SignupForm
      // For a visitor, the address of what to save shows the login form, too.
      login={toSave ?? '/login'}
      onOpened={() => navigate('/signup', { replace: true, state: opened })}
    />
  )
}
