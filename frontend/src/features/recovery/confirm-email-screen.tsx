import { ConfirmEmailAnswer } from '@lectern/contracts/api/account-settings.ts'
import { sendOk } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useMailToken } from './mail-token.ts'
import { Home, RecoveryPage } from './recovery-page.tsx'
import { useAsk } from './use-ask.ts'

/** /confirm-email. Opening it changes nothing: programs that look at mails open their links. */
export default function ConfirmEmailScreen() {
  const token = useMailToken()
  const { answer, problem, isAsking, ask } = useAsk(async () => {
    const write = { method: 'POST', path: '/api/account/confirm-email', body: { token } } as const
    return ConfirmEmailAnswer.parse(await (await sendOk(write)).json())
  })
  if (token === '')
    return (
      <RecoveryPage title="This link is not valid">
        <p className="text-ink-2">It is not complete. Open the link in the mail once more.</p>
        <Home />
      </RecoveryPage>
    )
  if (answer)
    return (
      <RecoveryPage title={answer.changed ? 'Your email is changed' : 'Confirmed at this address'}>
        <p role="status" className="text-ink-2">
          {answer.changed
            ? 'Both addresses have confirmed it. Sign in with the new email from now on.'
            : 'The other address has yet to confirm it. We wrote there, too; the email changes once its link is used.'}
        </p>
        <Home />
      </RecoveryPage>
    )
  return (
    <RecoveryPage title="Confirm your new email">
      <p className="text-ink-2">
        The email of your Lectern account changes once the old and the new address have confirmed it.
      </p>
      <Button look="ink" onClick={ask} disabled={isAsking} className="h-11">
        {isAsking ? 'Confirming...' : 'Confirm the new email'}
      </Button>
      <p role="alert" className="min-h-9 text-meta text-danger">
        {problem}
      </p>
    </RecoveryPage>
  )
}
