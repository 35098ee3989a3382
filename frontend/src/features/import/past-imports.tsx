import type { Import } from '@lectern/contracts/api/imports.ts'
import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { Link } from 'wouter'
import { percentOf } from '../../data/imports/queries.ts'
import { messageOf } from '../../lib/api.ts'
import { countOf, formatCount, formatDate, formatExact } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

type Props = {
  imports: readonly Import[] | undefined
  error: Error | null
  onRetry: () => void
  /** The import whose ledger is open. */
  openId: string | undefined
}

/** All imports, newest first. Each leads to its ledger. */
export const PastImports = ({ imports, error, onRetry, openId }: Props) => {
  if (!imports && error)
    return (
      <section className="mt-12">
        <h2 className="text-dialog">Past imports</h2>
        <p className="mt-2 mb-3 text-ink-2">
          {messageOf(error, 'Your past imports could not be loaded. Please check your connection.')}
        </p>
        <Button onClick={onRetry}>Try again</Button>
      </section>
    )
  if (!imports || imports.length === 0) return null
  return (
    <section aria-labelledby="past-imports" className="mt-12">
      <h2 id="past-imports" className="mb-3 text-dialog">
        Past imports
      </h2>
      <ul className="border-b border-line">
        {imports.map(each => (
          <li key={each.id} className="border-t border-line">
            <Entry of={each} isOpen={each.id === openId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATUS = { waiting: 'Waiting', completed: 'Completed', failed: 'Stopped' } as const

const Entry = ({ of: entry, isOpen }: { of: Import; isOpen: boolean }) => {
  const { id, source, fileName, status, imported, duplicates, failed, skipped, requestedAt } = entry
  const numbers = [
    `${formatCount(imported)} imported`,
    countOf(duplicates, 'duplicate'),
    `${formatCount(failed)} failed`,
    skipped > 0 && `${formatCount(skipped)} skipped`,
  ]
  return (
    <Link
      href={`/import/${id}`}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        '-mx-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 rounded-control px-3 py-3 hover:bg-sunken',
        isOpen && 'bg-sunken',
      )}
    >
      <span className="truncate">
        <span className="font-semibold">{IMPORT_SOURCES[source].name}</span>{' '}
        <span className="text-ink-2">{fileName}</span>
      </span>
      <time
        dateTime={requestedAt}
        title={formatExact(requestedAt)}
        className="text-right text-meta text-ink-2"
      >
        {formatDate(requestedAt)}
      </time>
      <span className="tabular text-meta text-ink-2">{numbers.filter(Boolean).join(' · ')}</span>
      <span
        className={cx('tabular text-right text-meta', status === 'failed' ? 'text-danger' : 'text-ink-2')}
      >
        {status === 'running' ? `Running, ${percentOf(entry)} %` : STATUS[status]}
      </span>
    </Link>
  )
}
