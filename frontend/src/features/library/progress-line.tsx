import type { Link } from '../../data/answers.ts'
import { progressOf } from '../../data/links/place.ts'
import { cx } from '../../ui/cx.ts'

/** A thin line at the bottom of a card or of a row's picture: as long as the part that was read, and whole in a quiet tone when all of it was. */
export const ProgressLine = ({ link, className }: { link: Link; className: string }) => {
  const progress = progressOf(link)
  if (progress === 'unread') return null
  const percent = Math.round((link.progress ?? 0) * 100)
  return (
    <>
      <span className="sr-only">{progress === 'finished' ? 'Finished' : `Begun, ${percent}% read`}</span>
      <span
        aria-hidden
        data-progress={progress}
        className={cx('pointer-events-none absolute inset-0 flex items-end overflow-hidden', className)}
      >
        <span
          className={cx('h-[3px]', progress === 'finished' ? 'bg-ink-3' : 'min-w-3 bg-marker')}
          style={{ width: `${percent}%` }}
        />
      </span>
    </>
  )
}
