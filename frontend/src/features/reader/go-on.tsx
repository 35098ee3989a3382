import type { Link } from '@lectern/contracts/api/links.ts'
import { Archive, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { ReadingList } from './use-list.ts'

type Props = {
  link: Link
  list: ReadingList
  /** The person archived the article while reading it: what is next stays at the foot of the screen. */
  isArchivedHere: boolean
}

/** Under the article: archive it and read the next one of the list, or go to the previous one. */
export const GoOn = ({ link, list, isArchivedHere }: Props) => {
  const run = useRun()
  const previous = list.neighbour(-1)
  const next = list.neighbour(1)
  if (!previous && !next) return null
  const stays = isArchivedHere && next !== undefined
  return (
    <nav
      aria-label="Articles of the list"
      data-next-bar={stays || undefined}
      className={cx(
        'mt-16 flex items-center gap-2 border-t border-line bg-paper py-3 print:hidden',
        stays && 'sticky bottom-(--bottom-lines) z-10',
      )}
    >
      {previous && (
        <button
          type="button"
          onClick={() => list.move(-1)}
          aria-label={`Previous: ${previous.title}`}
          className={cx(buttonClass('ghost'), 'order-first -ml-3 shrink-0 px-3')}
        >
          <ChevronLeft aria-hidden />
          <span className="max-sm:sr-only">Previous</span>
        </button>
      )}
      {next && (
        <>
          <span className="ml-auto" />
          {link.isArchived ? (
            <span className="shrink-0 text-ink-2">Archived</span>
          ) : (
            <button
              type="button"
              onClick={() => run('archive', link)}
              className={cx(buttonClass('outline'), 'shrink-0')}
            >
              <Archive aria-hidden />
              <span className="max-[24rem]:sr-only">Archive</span>
            </button>
          )}
          <span aria-hidden className="text-ink-3 max-[24rem]:hidden">
            ·
          </span>
          <NextButton title={next.title} onClick={() => list.move(1)} />
        </>
      )}
    </nav>
  )
}

/** Opens the next article of the list. */
export const NextButton = ({ title, onClick }: { title: string; onClick: () => void }) => (
  <button type="button" onClick={onClick} className={cx(buttonClass('ink'), 'min-w-0 shrink!')}>
    <span className="truncate">
      Next: <bdi>{title}</bdi>
    </span>
    <ChevronRight aria-hidden />
  </button>
)
