import type { Import } from '@lectern/contracts/api/imports.ts'
import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { isUnderWay, ledgerQuery, percentOf } from '../../data/imports/queries.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { countOf, formatCount, formatDate, formatExact } from '../../lib/format.ts'
import { ImportBar } from '../../parts/import-progress.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Figures } from './figures.tsx'
import { LedgerDuplicates } from './ledger-duplicates.tsx'
import { LedgerRows } from './ledger-rows.tsx'

/** One import: its progress, then its result, and the rows that were left out or changed. */
export const Ledger = ({ id }: { id: string }) => {
  const ledger = useInfiniteQuery(ledgerQuery(id))
  const shown = ledger.data?.pages[0]?.data.import
  if (!shown) return ledger.error ? <Failed error={ledger.error} onRetry={ledger.refetch} /> : <Shape />
  const rows = ledger.data?.pages.flatMap(({ data }) => data.rows) ?? []
  const more = ledger.hasNextPage
    ? { load: () => void ledger.fetchNextPage(), isLoading: ledger.isFetchingNextPage }
    : undefined
  return (
    <>
      <Link href="/import" className="underlined rounded-[4px] text-ink-2">
        Import another file
      </Link>
      <h1 className="mt-3 text-title">Import from {IMPORT_SOURCES[shown.source].name}</h1>
      <p className="mt-2 mb-7 text-lead break-words text-ink-2">
        {shown.fileName} ·{' '}
        <time dateTime={shown.requestedAt} title={formatExact(shown.requestedAt)}>
          {formatDate(shown.requestedAt)}
        </time>
      </p>
      <div className="rounded-card border border-line bg-surface p-4 sm:p-7">
        <Progress of={shown} />
        <Figures
          of={[
            { label: 'Imported', value: shown.imported },
            { label: 'Duplicates', value: shown.duplicates },
            { label: 'Failed', value: shown.failed, isBad: true },
            ...(shown.skipped > 0 ? [{ label: 'Skipped', value: shown.skipped }] : []),
          ]}
        />
        <Result of={shown} />
        {!isUnderWay(shown) && <LedgerDuplicates of={shown} />}
        <LedgerRows of={shown} rows={rows} more={more} />
      </div>
    </>
  )
}

const Progress = ({ of: shown }: { of: Import }) => {
  const { status, read, expectedRows } = shown
  const words = {
    waiting: 'Waiting. One import runs at a time.',
    running: 'Importing...',
    completed: 'Import complete',
    failed: 'Import stopped',
  }
  return (
    <div className="mb-7">
      <div className="mb-2 flex items-end justify-between gap-x-4">
        <p>
          <span role="status" className="font-medium">
            {words[status]}
          </span>{' '}
          <span className="tabular text-ink-2">
            {formatCount(read)} of {formatCount(expectedRows)}
          </span>
        </p>
        <p className="tabular whitespace-nowrap text-ink-2">{percentOf(shown)} %</p>
      </div>
      <ImportBar of={shown} />
      {isUnderWay(shown) && (
        <p className="mt-2 text-ink-2">You can close this page: the import goes on, and you find it here.</p>
      )}
    </div>
  )
}

const Result = ({ of: shown }: { of: Import }) => {
  const { imported, shortened, notes, notesFailed, status, read, reason } = shown
  if (isUnderWay(shown)) return null
  const beside = [
    notes > 0 && `${countOf(notes, 'note and highlight', 'notes and highlights')} came along`,
    notesFailed > 0 && `${countOf(notesFailed, 'note')} could not be taken`,
    shortened > 0 && `${countOf(shortened, 'entry was', 'entries were')} shortened`,
  ].filter(Boolean)
  return (
    <div className="mt-6">
      {status === 'failed' ? (
        <p role="alert" className="text-lead">
          <span className="font-medium text-danger">{reason}</span> What was imported until then is kept.
        </p>
      ) : (
        <p className="text-lead">
          {imported === 0
            ? 'No new articles to import'
            : `Every row is accounted for: ${countOf(read, 'row')} read.`}
        </p>
      )}
      {beside.length > 0 && <p className="mt-1 text-ink-2">{beside.join(', ')}.</p>}
      <p className="mt-5 flex flex-wrap gap-2.5">
        <Link href="/dashboard" className={buttonClass('ink')}>
          View Your Library
        </Link>
        <Link href={`/history?import=${shown.id}`} className={buttonClass('ghost')}>
          Show in the history
        </Link>
      </p>
    </div>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Message title={isUnknown ? 'There is no such import' : 'The import could not be loaded'}>
      <p className="text-ink-2">
        {messageOf(error, 'There was no answer. Please check your connection; an import that runs goes on.')}
      </p>
      <div className="flex gap-2.5">
        <Link href="/import" className={buttonClass('outline')}>
          Import a file
        </Link>
        {!isUnknown && (
          <Button look="ink" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Message>
  )
}

const Shape = () => (
  <div role="status" aria-label="Loading…">
    <Skeleton className="mt-8 h-8 w-72 max-w-full" />
    <Skeleton className="mt-3 mb-7 h-5 w-48" />
    <div className="rounded-card border border-line bg-surface p-4 sm:p-7">
      <Skeleton className="h-2 w-full" />
      <Skeleton className="mt-7 h-14 w-full" />
    </div>
  </div>
)
