import { useState } from 'react'
import { Redirect } from 'wouter'
import { useRefreshSession, useSession } from '../../lib/session.ts'
import { PlanChoice } from './plan-choice.tsx'
import { SignupForm } from './signup-form.tsx'

/** Step 1 opens the account; step 2 offers the plans. */
export default function SignupScreen() {
  const [step, setStep] = useState<'account' | 'plan'>('account')
  const { isAuthenticated } = useSession()
  const refresh = useRefreshSession()

  if (step === 'plan') return <PlanChoice />
  if (isAuthenticated) return <Redirect to="/dashboard" replace />
  return (
    <SignupForm
      onSignedUp={() => {
        setStep('plan')
        void refresh()
      }}
    />
  )
}
