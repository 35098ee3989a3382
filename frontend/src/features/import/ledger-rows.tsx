import type { Import, LedgerRow } from '@lectern/contracts/api/imports.ts'
import { Download } from 'lucide-react'
import { isUnderWay } from '../../data/imports/queries.ts'
import { formatCount } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LedgerTable } from './ledger-table.tsx'

type Props = {
  of: Import
  rows: readonly LedgerRow[]
  /** Loads the next rows; undefined where all are shown. */
  more: { load: () => void; isLoading: boolean } | undefined
}

const KINDS: Partial<Record<LedgerRow['kind'], string>> = {
  failed: 'Failed',
  skipped: 'Skipped',
  shortened: 'Shortened',
  note: 'Note not taken',
}

const reasonOf = ({ kind, reason }: LedgerRow) => (
  <>
    <span className="text-meta text-ink-3">{KINDS[kind]}</span>
    <span className="block">{reason}</span>
  </>
)

/** The rows that were left out or changed, each with its reason, and the ledger as a file. */
export const LedgerRows = ({ of: shown, rows, more }: Props) => {
  const { id, duplicates, failed, skipped, shortened, notesFailed } = shown
  const total = failed + skipped + shortened + notesFailed
  const file = `/api/imports/${id}/rows.csv`
  if (isUnderWay(shown) && rows.length === 0) return null
  return (
    <section aria-labelledby="told-rows" className="mt-8">
      <h2 id="told-rows" className="text-card">
        {rows.length > 0 && 'Rows that were left out or changed'}
        {rows.length === 0 &&
          (duplicates > 0 ? 'Only duplicates were left out' : 'No row was left out or changed')}
        {rows.length === 0 && shown.status === 'failed' && ' until then'}
      </h2>
      {rows.length > 0 && <LedgerTable rows={rows} reasonOf={reasonOf} />}
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        {rows.length > 0 && (
          <p className="tabular mr-auto text-ink-2">
            {formatCount(rows.length)} of {formatCount(Math.max(total, rows.length))}
            {isUnderWay(shown) && ' so far'}
          </p>
        )}
        {more && (
          <Button onClick={more.load} disabled={more.isLoading}>
            {more.isLoading ? 'Loading...' : 'Show more'}
          </Button>
        )}
        {failed + skipped > 0 && (
          <a href={`${file}?kind=failed,skipped`} download className={buttonClass('outline')}>
            <Download aria-hidden />
            What was left out, as CSV
          </a>
        )}
        <a href={file} download className={buttonClass('outline')}>
          <Download aria-hidden />
          All rows as CSV
        </a>
      </div>
    </section>
  )
}
