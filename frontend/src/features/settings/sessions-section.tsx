import type { AccountSettings } from '@lectern/contracts/api/account-settings.ts'
import type { SignedInBy } from '@lectern/contracts/api/confirmation.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { countOf, formatDate, formatExact } from '../../lib/format.ts'
import { Failure, Section } from '../../parts/section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { accountQuery, useEndSessions } from './api.ts'
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog.tsx'

type Session = AccountSettings['sessions'][number]

/** Where the account is signed in. */
export const SessionsSection = () => {
  const { data, error, refetch } = useQuery(accountQuery)
  const list = useRef<HTMLDivElement>(null)
  const endSessions = useEndSessions()
  const toast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const end = async (id?: string) => {
    setEnding(true)
    try {
      const ended = await endSessions(id)
      toast({ title: `${countOf(ended, 'device')} signed out` })
    } catch (error) {
      // It ended by itself meanwhile, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 404))
        toast({
          tone: 'danger',
          title: 'Sign out failed',
          description: messageOf(error, 'Please check your connection and try again.'),
        })
    }
    setEnding(false)
    // The button that was pressed goes with its session.
    list.current?.focus()
  }
  const sessions = data?.sessions
  return (
    <Section title="Devices" lead="Where your account is signed in. Sign out what you do not know.">
      <div ref={list} tabIndex={-1} className="outline-none">
        {sessions && (
          <ul aria-label="Signed-in devices">
            {sessions.map(session => (
              <Entry key={session.id} of={session} isEnding={isEnding} onEnd={() => end(session.id)} />
            ))}
          </ul>
        )}
        {!data && !error && <Skeleton className="m-4 h-10" />}
        {!data && error && (
          <Failure
            reason={messageOf(error, 'Your devices could not be loaded. Please check your connection.')}
            onRetry={refetch}
          />
        )}
      </div>
      {sessions && (
        <div className="flex flex-wrap justify-end gap-2.5 border-t border-line px-4 py-3">
          {sessions.length > 1 && (
            <Button onClick={() => end()} disabled={isEnding}>
              Sign out all other devices
            </Button>
          )}
          <Button onClick={() => setLeaving(true)}>Sign out everywhere</Button>
        </div>
      )}
      {isLeaving && <SignOutEverywhereDialog onClose={() => setLeaving(false)} />}
    </Section>
  )
}

const WAYS: Record<SignedInBy, string> = {
  password: 'with the password',
  passkey: 'with a passkey',
}

type EntryProps = { of: Session; isEnding: boolean; onEnd: () => void }

const Entry = ({ of: { device, network, signedInBy, lastUsedAt, isThis }, isEnding, onEnd }: EntryProps) => {
  const name = device ?? 'Unknown device'
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          {isThis && <Badge>This device</Badge>}
        </p>
        <p className="tabular mt-0.5 text-meta break-words text-ink-2">
          {network ?? 'Unknown network'} · {signedInBy && `signed in ${WAYS[signedInBy]} · `}last used{' '}
          <time dateTime={lastUsedAt} title={formatExact(lastUsedAt)}>
            {formatDate(lastUsedAt)}
          </time>
        </p>
      </div>
      {!isThis && (
        <Button onClick={onEnd} disabled={isEnding} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
