import type { HistoryMonths } from '@lectern/contracts/api/history.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { nameOfMonth } from './days.ts'

type Props = {
  months: HistoryMonths['months'] | undefined
  /** The month that the list begins at; empty for the newest one. */
  chosen: string
  onChoose: (month: string) => void
}

/** The months that have acts, beside the list on wide screens. */
export const Months = ({ months, chosen, onChoose }: Props) => {
  const years = [...new Set(months?.map(({ month }) => month.slice(0, 4)))]
  return (
    <nav
      aria-label="Months"
      className="sticky top-6 max-h-[calc(100dvh-3rem)] self-start overflow-y-auto py-1 pl-1 max-lg:hidden"
    >
      {years.map(year => (
        <section key={year} className="mb-4">
          <h2 className="mb-1 px-2.5 font-sans text-meta font-semibold text-ink-2">{year}</h2>
          <ul>
            {months
              ?.filter(({ month }) => month.startsWith(year))
              .map(({ month, count }) => (
                <li key={month}>
                  <button
                    type="button"
                    aria-label={`${nameOfMonth(month)} ${countOf(count, 'act')} in ${year}`}
                    aria-current={month === chosen ? 'true' : undefined}
                    onClick={() => onChoose(month === chosen ? '' : month)}
                    className={cx(
                      'flex min-h-8 w-full items-center justify-between gap-3 rounded-control px-2.5 hover:bg-sunken',
                      month === chosen ? 'bg-sunken font-medium text-ink' : 'text-ink-2',
                    )}
                  >
                    {nameOfMonth(month)}{' '}
                    <span className="tabular text-meta text-ink-3">{formatCount(count)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
