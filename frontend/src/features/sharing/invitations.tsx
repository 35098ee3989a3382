import type { Invitation } from '@lectern/contracts/api/sharing.ts'
import { useRef } from 'react'
import { formatDate, formatExact } from '../../lib/format.ts'
import { collectionPath } from '../../parts/sharing/api.ts'
import { ROLE_WORDS } from '../../parts/sharing/roles.ts'
import { Button } from '../../ui/button.tsx'
import { useDoing } from './use-doing.ts'

type Props = { collectionId: number; invitations: readonly Invitation[] }

/** The invitations that nobody has accepted. */
export const Invitations = ({ collectionId, invitations }: Props) => {
  const { isDoing, run } = useDoing()
  const heading = useRef<HTMLHeadingElement>(null)
  if (invitations.length === 0) return null
  const pathOf = (id: string, rest = '') => collectionPath(collectionId, `/invitations/${id}${rest}`)
  return (
    <section aria-label="Open invitations" className="mt-6">
      <h3 ref={heading} tabIndex={-1} className="font-sans text-ui font-semibold outline-none">
        Open invitations
      </h3>
      <ul>
        {invitations.map(({ id, email, role, sentAt, expiresAt }) => {
          const who = email ?? 'Whoever has the link'
          const isExpired = Date.parse(expiresAt) <= Date.now()
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium break-words">{who}</p>
                <p className="text-meta text-ink-2">
                  {ROLE_WORDS[role].name} · sent{' '}
                  <time dateTime={sentAt} title={formatExact(sentAt)}>
                    {formatDate(sentAt)}
                  </time>{' '}
                  ·{' '}
                  <time dateTime={expiresAt} title={formatExact(expiresAt)}>
                    {isExpired ? 'expired' : 'expires'} {formatDate(expiresAt)}
                  </time>
                </p>
              </div>
              <div className="ml-auto flex flex-wrap gap-2">
                {email !== null && (
                  <Button
                    disabled={isDoing}
                    aria-label={`Send again to ${email}`}
                    onClick={() =>
                      void run({ method: 'POST', path: pathOf(id, '/resend') }, `Sent again to ${email}`)
                    }
                  >
                    Send again
                  </Button>
                )}
                <Button
                  disabled={isDoing}
                  aria-label={`Withdraw the invitation of ${who}`}
                  onClick={async () => {
                    await run({ method: 'DELETE', path: pathOf(id) }, 'Invitation withdrawn')
                    heading.current?.focus()
                  }}
                >
                  Withdraw
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
