import { formatCount } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'

export type Figure = { readonly label: string; readonly value: number; readonly isBad?: boolean }

/** Large numbers side by side. */
export const Figures = ({ of: figures }: { of: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-y-5 sm:flex sm:flex-wrap">
    {figures.map(({ label, value, isBad }) => (
      <div
        key={label}
        className="flex flex-col-reverse justify-end border-line sm:min-w-32 sm:flex-1 sm:border-l sm:pl-4 sm:first:border-l-0 sm:first:pl-0"
      >
        <dt className="text-ink-2">{label}</dt>
        <dd className={cx('tabular font-serif text-title font-[550]', isBad && value > 0 && 'text-danger')}>
          {formatCount(value)}
        </dd>
      </div>
    ))}
  </dl>
)
