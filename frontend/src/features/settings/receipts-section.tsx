import type { Receipt } from '@lectern/contracts/api/account-settings.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useUser } from '../../data/session/use-session.tsx'
import { messageOf } from '../../lib/api.ts'
import { formatDate, formatExact } from '../../lib/format.ts'
import { Failure, Section } from '../../parts/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { receiptsQuery } from './api.ts'

const STATES: Record<Receipt['state'], string> = {
  paid: 'Paid',
  refunded: 'Refunded',
  'partly-refunded': 'Partly refunded',
  disputed: 'Disputed',
  'being-returned': 'Being returned',
  returned: 'Returned',
}

/** @param amount in the smallest unit of the currency */
const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Payments of the person, as the payment service has it now. */
export const ReceiptsSection = () => {
  const { plan } = useUser()
  const { data, error, refetch } = useQuery(receiptsQuery(plan))
  return (
    <Section title="Receipts">
      {data && data.length > 0 && (
        <ul aria-label="Payments">
          {data.map(receipt => (
            <Entry key={receipt.id} of={receipt} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="px-4 py-4 text-ink-2">You have not paid for anything.</p>}
      {!data && !error && <Skeleton className="m-4 h-10" />}
      {!data && error && (
        <Failure
          reason={messageOf(error, 'Your receipts could not be loaded. Please check your connection.')}
          onRetry={refetch}
        />
      )}
    </Section>
  )
}

const Entry = ({ of: { tier, at, amount, currency, state, url } }: { of: Receipt }) => (
  <li className="flex min-h-15 items-center justify-between gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">Lifetime {PLANS[tier].name}</span>
        <span className="tabular">{money(amount, currency)}</span>
      </p>
      <p className="mt-0.5 text-meta text-ink-2">
        <time dateTime={at} title={formatExact(at)}>
          {formatDate(at)}
        </time>{' '}
        · {STATES[state]}
      </p>
    </div>
    {url && (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="underlined inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-[6px] font-medium pointer-coarse:min-h-11"
      >
        Receipt
        <span className="sr-only"> of {formatDate(at)}, opens in a new tab</span>
        <ExternalLink aria-hidden />
      </a>
    )}
  </li>
)
