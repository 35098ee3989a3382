import { useSavedArticles, useSavedState } from '../../data/library/use-saved-articles.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

/** How far the saving of several articles has come, and a button that ends it. */
export const SavingLine = () => {
  const articles = useSavedArticles()
  const { total, saved, failures, stopped, isOver } = useSavedState(({ run }) => run)
  if (isOver || total < 2 || stopped) return null
  const done = saved + failures.length
  return (
    <div className="mb-5 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line bg-surface py-1.5 pr-1.5 pl-4">
      <span>Saving for offline</span>
      <div
        role="progressbar"
        aria-label="Saving for offline"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={`${formatCount(done)} of ${formatCount(total)}`}
        className="h-2 min-w-24 flex-1 overflow-hidden rounded-full bg-sunken max-sm:order-last max-sm:mb-1.5 max-sm:basis-full"
      >
        <div
          className="h-full bg-marker transition-[width] duration-200"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
      <span className="tabular ml-auto text-ink-2">
        {formatCount(done)} of {formatCount(total)}
        {failures.length > 0 && ` · ${formatCount(failures.length)} failed`}
      </span>
      <Button look="ghost" onClick={articles?.cancel}>
        Cancel
      </Button>
    </div>
  )
}
