import { useEffect } from 'react'
import { Link } from 'wouter'
import { useEntry, useNavigate } from '../../lib/navigation.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useMailToken } from './mail-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RecoveryPage } from './recovery-page.tsx'

/** Milliseconds until the sign-in opens by itself. */
const REDIRECT_MS = 3_000

/** /reset-password. The history entry keeps the last step, since the change of a session mounts the screen anew. */
export default function ResetPasswordScreen() {
  const { step } = useEntry()
  const token = useMailToken()
  if (step === 'done') return <Changed />
  return token === '' ? <NoToken /> : <NewPassword token={token} />
}

const NoToken = () => (
  <RecoveryPage title="Invalid reset token">
    <p className="text-ink-2">
      This link is not complete. Open the link in the mail once more, or ask for a new one.
    </p>
    <Link href="/forgot-password" className={`${buttonClass('ink')} h-11`}>
      Ask for a new link
    </Link>
  </RecoveryPage>
)

const NewPassword = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  return (
    <RecoveryPage title="Set a new password">
      <p className="text-ink-2">All devices that are signed in to your account will be signed out.</p>
      <NewPasswordForm
        token={token}
        onChanged={() => navigate('/reset-password', { replace: true, state: { step: 'done' } })}
      />
    </RecoveryPage>
  )
}

const Changed = () => {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <RecoveryPage title="Password changed">
      <p role="status" className="text-ink-2">
        Your new password is set. The sign-in page opens in a moment.
      </p>
      <Link href="/login" replace className={`${buttonClass('ink')} h-11`}>
        Sign in now
      </Link>
    </RecoveryPage>
  )
}
