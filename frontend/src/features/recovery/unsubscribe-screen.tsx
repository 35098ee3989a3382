import { EMAIL_MAX } from '@lectern/contracts/limits.ts'
import { useSearch } from 'wouter'
import { sendOk } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Home, RecoveryPage } from './recovery-page.tsx'
import { useAsk } from './use-ask.ts'

/** Anybody can write an address of ours: only what looks like an email is shown. */
const shownEmail = (text: string | null): string | null =>
  text !== null && text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null

/** /unsubscribe. Only the button changes anything. */
export default function UnsubscribeScreen() {
  const query = new URLSearchParams(useSearch())
  const token = query.get('token') ?? ''
  const email = shownEmail(query.get('email'))
  const { answer, problem, isAsking, ask } = useAsk(() =>
    sendOk({ method: 'POST', path: '/api/unsubscribe', body: { token } }),
  )
  const to = email ? <bdi className="font-medium wrap-anywhere text-ink">{email}</bdi> : 'your address'
  if (answer)
    return (
      <RecoveryPage title="You are unsubscribed">
        <p role="status" className="text-ink-2">
          No more news to {to}. Mails about your password, your email and your payments still come.
        </p>
        <Home />
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="Unsubscribe">
      <p className="text-ink-2">
        End mails with news and tips to {to}? Mails about your password, your email and your payments still
        come.
      </p>
      <Button look="ink" onClick={ask} disabled={isAsking} className="h-11">
        {isAsking ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
      <p role="alert" className="min-h-9 text-meta text-danger">
        {problem}
      </p>
    </RecoveryPage>
  )
}
