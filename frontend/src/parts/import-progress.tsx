import type { Import } from '@lectern/contracts/api/imports.ts'
import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { Link } from 'wouter'
import { percentOf } from '../data/imports/queries.ts'
import { formatCount } from '../lib/format.ts'
import { cx } from '../ui/cx.ts'

/** The share of the rows that are read. The failed ones are at the end of the bar in the colour of danger. */
export const ImportBar = ({ of: shown, className }: { of: Import; className?: string }) => {
  const percent = percentOf(shown)
  const failed = shown.read === 0 ? 0 : (percent * shown.failed) / shown.read
  return (
    <div
      role="progressbar"
      aria-label={`Import from ${IMPORT_SOURCES[shown.source].name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${percent} %, ${formatCount(shown.failed)} failed`}
      className={cx('flex h-2 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div className="bg-marker transition-[width] duration-200" style={{ width: `${percent - failed}%` }} />
      {failed > 0 && (
        // A single failed row of many stays visible.
        <div className="min-w-1 bg-danger transition-[width] duration-200" style={{ width: `${failed}%` }} />
      )}
    </div>
  )
}

/** An import under way in one line, which leads to it. */
export const ImportLine = ({ of: shown }: { of: Import }) => (
  <Link
    href={`/import/${shown.id}`}
    className="mb-5 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line bg-surface px-4 py-2 hover:border-line-2"
  >
    <span>
      {shown.status === 'waiting' ? 'Waiting to import from ' : 'Importing from '}
      {IMPORT_SOURCES[shown.source].name}
    </span>
    <ImportBar of={shown} className="min-w-24 flex-1 max-sm:order-last max-sm:basis-full" />
    <span className="tabular ml-auto text-ink-2">
      <span className="max-sm:hidden">
        {formatCount(shown.read)} of {formatCount(shown.expectedRows)} ·{' '}
      </span>
      {percentOf(shown)} %
    </span>
  </Link>
)
