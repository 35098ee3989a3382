import { RESET_LINK_SENT } from '@lectern/contracts/api/account-settings.ts'
import { Link } from 'wouter'
import { SupportMail } from '../../parts/support-mail.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RecoveryPage } from './recovery-page.tsx'

const LINK = 'underlined rounded-[4px] font-medium text-ink'

/** The answer to everybody who asked for a link, with what to do where no mail comes. */
export const ResetLinkSent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <RecoveryPage title="Reset Link Sent">
    <p role="status">{RESET_LINK_SENT}</p>
    <p className="text-ink-2">
      We looked for{' '}
      <bdi className="font-medium wrap-anywhere text-ink" translate="no">
        {email}
      </bdi>
      . The link works for an hour, and only the newest one does.
    </p>
    <section aria-labelledby="no-mail" className="rounded-card border border-line bg-surface p-4">
      <h2 id="no-mail" className="mb-2 font-sans text-ui font-semibold">
        No mail after a few minutes?
      </h2>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-ink-2 marker:text-ink-3">
        <li>Check your spam folder.</li>
        <li>Try Google or GitHub sign-in, if you used it originally.</li>
        <li>
          <SupportMail subject="Signing in">Contact support</SupportMail>, who can help where the mailbox is
          lost.
        </li>
        <li>
          {/* The server knows where this page is, so it is loaded anew. */}
          Coming from another service?{' '}
          <a href="/migrate" className={LINK}>
            Move your library to Lectern
          </a>
          .
        </li>
      </ul>
    </section>
    <div className="flex flex-wrap gap-2.5">
      <Link href="/login" className={`${buttonClass('ink')} flex-1`}>
        Back to sign in
      </Link>
      <Button onClick={onAgain} className="flex-1">
        Use another email
      </Button>
    </div>
  </RecoveryPage>
)
