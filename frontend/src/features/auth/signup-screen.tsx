import { Redirect } from 'wouter'
import { useEntry, useNavigate } from '../../lib/navigation.tsx'
import { useRefreshSession, useSession } from '../../lib/session.ts'
import { PlanChoice } from './plan-choice.tsx'
import { SignupForm } from './signup-form.tsx'

/** Step 1 opens the account; step 2 offers the plans. The history entry keeps the step. */
export default function SignupScreen() {
  const { step } = useEntry()
  const navigate = useNavigate()
  const { isAuthenticated } = useSession()
  const refresh = useRefreshSession()

  if (step === 'plan') return <PlanChoice />
  if (isAuthenticated) return <Redirect to="/dashboard" replace />
  return (
    <SignupForm
      onSignedUp={() => {
        navigate('/signup', { replace: true, state: { step: 'plan' } })
        void refresh()
      }}
    />
  )
}
