import type { AccessToken } from '@lectern/contracts/api/access.ts'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useChangeAccount } from './api.ts'
import { MadeAndUsed, Moment } from './made-and-used.tsx'

type Props = {
  label: string
  entries: readonly AccessToken[]
  /** One is revoked at its id below this path. */
  path: string
}

/** What was let in, what it may do, and when it was last there. */
export const AccessEntries = ({ label, entries, path }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const change = useChangeAccount()
  const toast = useToast()
  const [isRevoking, setRevoking] = useState(false)
  const revoke = async ({ id, name }: AccessToken) => {
    setRevoking(true)
    try {
      await change({ method: 'DELETE', path: `${path}/${id}` })
      toast({ title: `${name} is revoked` })
    } catch (error) {
      // It is gone already, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 404))
        toast({
          tone: 'danger',
          title: `${name} could not be revoked`,
          description: messageOf(error, 'Please check your connection and try again.'),
        })
    }
    setRevoking(false)
    // The button that was pressed goes with its entry.
    list.current?.focus()
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="outline-none">
      {entries.map(entry => (
        <Entry key={entry.id} of={entry} isRevoking={isRevoking} onRevoke={() => revoke(entry)} />
      ))}
    </ul>
  )
}

type EntryProps = { of: AccessToken; isRevoking: boolean; onRevoke: () => void }

const Entry = ({ of: entry, isRevoking, onRevoke }: EntryProps) => {
  const { name, scope, expiresAt } = entry
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          <Badge>{scope === 'read' ? 'Reads' : 'Reads and writes'}</Badge>
        </p>
        <p className="tabular mt-0.5 text-meta text-ink-2">
          <MadeAndUsed of={entry} />
          {expiresAt !== null && (
            <>
              {' '}
              · ends <Moment at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <Button onClick={onRevoke} disabled={isRevoking} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  )
}
