import { useUser } from '../../data/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'

/** Asks to sign in over the page after the session has ended. The page, its forms and the acts under way stay. */
export default function SignInAgain({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  return (
    <Dialog
      title="Please sign in again"
      onClose={onClose}
      description={<p className="mb-4">Your session has ended. What you typed and did here is kept.</p>}
    >
      <LoginForm email={email}>
        <Button onClick={onClose}>Not now</Button>
      </LoginForm>
    </Dialog>
  )
}
