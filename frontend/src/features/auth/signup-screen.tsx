import { Redirect } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { useEntry, useNavigate } from '../../lib/navigation.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { SignupForm } from './signup-form.tsx'

/** Step 1 opens the account; step 2 offers the plans. The history entry keeps the step. */
export default function SignupScreen() {
  const { step } = useEntry()
  const navigate = useNavigate()
  const { user } = useSession()

  if (step === 'plan') return <PlanChoice />
  if (user) return <Redirect to="/dashboard" replace />
  return <SignupForm onOpened={() => navigate('/signup', { replace: true, state: { step: 'plan' } })} />
}
