import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate, formatExact } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { accountQuery, useChangeAccount } from './api.ts'

/** A new email that waits for its confirmations; nothing where none does. */
export const PendingEmail = ({ onWithdrawn }: { onWithdrawn: () => void }) => {
  const { data } = useQuery(accountQuery)
  const change = useChangeAccount()
  const toast = useToast()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const pending = data?.emailChange
  if (!pending) return null
  const { email, oldConfirmed, newConfirmed, expiresAt } = pending
  const withdraw = async () => {
    setWithdrawing(true)
    try {
      await change({ method: 'DELETE', path: '/api/account/email' })
      toast({ title: 'The change of email is withdrawn', description: 'Your email stays as it is.' })
      onWithdrawn()
    } catch (error) {
      toast({
        tone: 'danger',
        title: 'The change of email could not be withdrawn',
        description: messageOf(error, 'Please check your connection and try again.'),
      })
    }
    setWithdrawing(false)
  }
  return (
    <section
      aria-label="New email that waits"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p>
          Waiting for <bdi className="font-medium wrap-anywhere">{email}</bdi>
        </p>
        <p className="mt-0.5 text-meta text-ink-2">
          Old address: {oldConfirmed ? 'confirmed' : 'not confirmed yet'} · New address:{' '}
          {newConfirmed ? 'confirmed' : 'not confirmed yet'} · until{' '}
          <time dateTime={expiresAt} title={formatExact(expiresAt)}>
            {formatDate(expiresAt)}
          </time>
        </p>
      </div>
      <Button onClick={withdraw} disabled={isWithdrawing}>
        Withdraw
      </Button>
    </section>
  )
}
