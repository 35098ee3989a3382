import { EMAIL_MAX } from '@lectern/contracts/limits.ts'
import { useSearch } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { sendOk, type Write } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Home, RecoveryPage } from './recovery-page.tsx'
import { useAsk } from './use-ask.ts'

/** Anybody can write an address of ours: only what looks like an email is shown and sent. */
const shownEmail = (text: string | null): string | null =>
  text !== null && text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null

const STILL_COME = 'Invitations and mails about your password, your email and your payments still come.'

/** /unsubscribe. Only the buttons change anything. Without the token of a mail, the page asks for its email alone. */
export default function UnsubscribeScreen() {
  const query = new URLSearchParams(useSearch())
  const token = query.get('token')
  const email = shownEmail(query.get('email'))
  const { user } = useSession()
  const body = token === null && email !== null ? { email } : { token: token ?? '' }
  const stop = useAsk(request({ method: 'POST', path: '/api/unsubscribe', body }))
  const again = useAsk(request({ method: 'PUT', path: '/api/account/news', body: {} }))
  const to = email ? <bdi className="font-medium wrap-anywhere text-ink">{email}</bdi> : 'your address'
  if (again.answer)
    return (
      <RecoveryPage title="You get news again">
        <p role="status" className="text-ink-2">
          Mails with news and tips come to the email of your account.
        </p>
        <Home />
      </RecoveryPage>
    )
  if (stop.answer)
    return (
      <RecoveryPage title="You are unsubscribed">
        <p role="status" className="text-ink-2">
          No more news to {to}. {STILL_COME}
        </p>
        <p className="text-ink-2">
          To have them again, sign in and open Settings, where Account has News and tips.
        </p>
        <Home />
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="Unsubscribe">
      <p className="text-ink-2">
        End mails with news and tips to {to}? {STILL_COME}
      </p>
      <Button look="ink" onClick={stop.ask} disabled={stop.isAsking} className="h-11">
        {stop.isAsking ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
      {user && (
        <Button onClick={again.ask} disabled={again.isAsking} className="h-11">
          Have them again
        </Button>
      )}
      <p role="alert" className="min-h-9 text-meta text-danger">
        {stop.problem ?? again.problem}
      </p>
    </RecoveryPage>
  )
}

const request = (write: Write) => () => sendOk(write)
