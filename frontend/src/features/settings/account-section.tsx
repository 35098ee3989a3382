import { useRef, useState } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { useNavigate } from '../../lib/navigation.tsx'
import { Row, Section } from '../../parts/section.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangeNameDialog } from './change-name-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { PendingEmail } from './pending-email.tsx'

type Changing = { readonly what: 'email' | 'username' | 'firstName' | 'password' }

/** Who the person is here. Each fact is changed in a dialog of its own. */
export const AccountSection = () => {
  const { email, username, firstName } = useUser()
  const [changing, setChanging] = useState<Changing | null>(null)
  const change = (what: Changing['what']) => ({ name: 'Change', onAct: () => setChanging({ what }) })
  const what = changing?.what
  // A late answer closes only its own dialog.
  const close = () => setChanging(now => (now === changing ? null : now))
  const navigate = useNavigate()
  const facts = useRef<HTMLDivElement>(null)
  return (
    <Section title="Account">
      <div ref={facts} tabIndex={-1} className="outline-none">
        <Row label="First name" act={change('firstName')}>
          {firstName === null ? <span className="text-ink-3">Not given</span> : <bdi>{firstName}</bdi>}
        </Row>
        <Row label="Username" act={change('username')}>
          <bdi>{username}</bdi>
        </Row>
        <Row label="Email" act={change('email')}>
          <bdi>{email}</bdi>
        </Row>
        {/* Its button goes with it. */}
        <PendingEmail onWithdrawn={() => facts.current?.focus()} />
        <Row label="Password" act={change('password')}>
          <span aria-hidden>••••••••</span>
          <span className="sr-only">Not shown</span>
        </Row>
      </div>
      <Row
        label="News and tips"
        act={{
          name: 'Change',
          onAct: () => navigate(`/unsubscribe?email=${encodeURIComponent(email)}`),
        }}
      >
        By mail, until you end them
      </Row>
      {what === 'email' && <ChangeEmailDialog onClose={close} />}
      {what === 'password' && <ChangePasswordDialog onClose={close} />}
      {(what === 'username' || what === 'firstName') && (
        <ChangeNameDialog key={what} field={what} onClose={close} />
      )}
    </Section>
  )
}
