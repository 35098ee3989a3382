import { Redirect } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { type EntryState, useEntry, useNavigate } from '../../lib/navigation.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { SignupForm } from './signup-form.tsx'

/** Step 1 opens the account; step 2 offers the plans. The history entry keeps the step. */
export default function SignupScreen() {
  const { step, toSave } = useEntry()
  const navigate = useNavigate()
  const { user } = useSession()

  if (step === 'plan') return <PlanChoice next={toSave ?? '/dashboard'} />
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
