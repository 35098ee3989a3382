import type { Share } from '@lectern/contracts/api/shares.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSharing } from '../../data/library/use-sharing.ts'
import { sharesQuery } from '../../data/shares/queries.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { countOf, formatDate } from '../../lib/format.ts'
import { Failure, Section } from '../../parts/section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { RenewShareDialog } from './renew-share-dialog.tsx'

/** What the person made public, how often it was seen, and what may be done about it. */
export const PublicLinksSection = () => {
  const { data, error, refetch } = useQuery(sharesQuery)
  const [renewing, setRenewing] = useState<Share>()
  const list = useRef<HTMLUListElement>(null)
  const withdraw = useWithdraw()
  const isPaused = data?.some(({ state }) => state === 'paused')
  return (
    <Section title="Public links" lead="What you shared with everybody who has the address.">
      {data && data.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Public links" className="outline-none">
          {data.map(share => (
            <Entry
              key={share.id}
              of={share}
              onRenew={() => setRenewing(share)}
              onWithdraw={async () => {
                await withdraw(share)
                // The button that was pressed goes with its entry.
                list.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {!data && !error && <Skeleton className="m-4 h-10" />}
      {!data && error && (
        <Failure
          reason={messageOf(error, 'Your public links could not be loaded. Please check your connection.')}
          onRetry={refetch}
        />
      )}
      {data?.length === 0 && (
        <p className="px-4 py-3 text-ink-2">
          Nothing is public. Share… in the menu of an article or a collection makes a public link.
        </p>
      )}
      {isPaused && (
        <p className="border-t border-line px-4 py-3 text-ink-2">
          Public links of collections are part of the Ultra plan. Until you have it again, these pages show
          nothing.
        </p>
      )}
      {renewing && <RenewShareDialog of={renewing} onClose={() => setRenewing(undefined)} />}
    </Section>
  )
}

const useWithdraw = () => {
  const { withdraw } = useSharing()
  const toast = useToast()
  return async ({ id }: Share): Promise<void> => {
    try {
      await withdraw(id)
      toast({ title: 'The public link is withdrawn' })
    } catch (error) {
      // It is gone already, which is what was wanted.
      if (!(error instanceof ApiError && error.status === 404))
        toast({
          tone: 'danger',
          title: 'The public link could not be withdrawn',
          description: messageOf(error, 'Please check your connection and try again.'),
        })
    }
  }
}

const KINDS = { article: 'Article', collection: 'Collection', highlights: 'Highlights' } as const
const STATES = { live: undefined, expired: 'Ended', paused: 'Paused' } as const

type EntryProps = { of: Share; onRenew: () => void; onWithdraw: () => void }

const Entry = ({ of: share, onRenew, onWithdraw }: EntryProps) => {
  const { kind, title, state, createdAt, expiresAt, views } = share
  const facts = [
    `Made ${formatDate(createdAt)}`,
    expiresAt && `${state === 'expired' ? 'ended' : 'ends'} ${formatDate(expiresAt)}`,
    countOf(views, 'view'),
    share.hasPassword && 'password',
    share.fullText && 'full text',
    share.withNotes && 'my notes',
    !share.live && 'as it was',
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="min-w-0 font-medium wrap-anywhere">{title}</bdi>
          <Badge>{KINDS[kind]}</Badge>
          {STATES[state] && <Badge>{STATES[state]}</Badge>}
        </p>
        <p className="tabular mt-0.5 text-meta text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex gap-2.5">
        {state === 'live' && (
          <Button onClick={onRenew} aria-label={`Renew ${title}`}>
            Renew
          </Button>
        )}
        <Button onClick={onWithdraw} aria-label={`Withdraw ${title}`}>
          Withdraw
        </Button>
      </div>
    </li>
  )
}
