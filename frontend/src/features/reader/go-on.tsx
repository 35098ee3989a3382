import {
  Archive,
  ArchiveRestore,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
  NotebookPen,
  Star,
} from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Link } from '../../data/answers.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { BackLink } from './back-link.tsx'
import type { ReadingList } from './use-list.ts'

type Props = {
  link: Link
  list: ReadingList
  /** Whether there is a text, with a panel of notes beside it. */
  hasText: boolean
  /** The person archived the article while reading it: what is next stays at the foot of the screen. */
  isArchivedHere: boolean
}

/** Under the article: what one does with it, and what is next in the list. On a phone a bar at the thumb once the end is on the screen. */
export const GoOn = ({ link, list, hasText, isArchivedHere }: Props) => {
  const run = useRun()
  const next = list.neighbour(1)
  const place = useRef<HTMLDivElement>(null)
  const isPhone = useMedia(PHONE)
  const isEndSeen = useIsSeen(place)
  const stays = isArchivedHere && next !== undefined
  return (
    <div
      ref={place}
      className={cx(
        'mt-16 min-h-26 print:hidden',
        stays && 'z-10 sm:sticky sm:bottom-(--bottom-lines) sm:min-h-0',
      )}
    >
      <section
        aria-label="After reading"
        data-next-bar={stays || (isPhone && isEndSeen) || undefined}
        className="flex flex-col gap-2 border-t border-line bg-paper py-3 max-sm:py-2"
      >
        <div className="flex items-center gap-2 max-sm:gap-0.5">
          <Doing
            icon={link.isArchived ? ArchiveRestore : Archive}
            label={link.isArchived ? 'Unarchive' : 'Archive'}
            onClick={() => run('archive', link)}
          />
          <Doing icon={Star} label="Favorite" isOn={link.isFavorite} onClick={() => run('favorite', link)} />
          <Doing
            icon={NotebookPen}
            label="Add note"
            onClick={() => run(hasText ? 'addNote' : 'notesOfLink', link)}
          />
          {next && !link.isArchived && (
            <button
              type="button"
              onClick={() => run('archiveAndNext', link, list)}
              className={cx(buttonClass('ink'), 'ml-auto max-sm:flex-1 max-sm:px-2!')}
            >
              Archive and next
            </button>
          )}
        </div>
        <Neighbours list={list} isArchived={link.isArchived} />
      </section>
    </div>
  )
}

type DoingProps = { icon: LucideIcon; label: string; isOn?: boolean; onClick: () => void }

/** On a phone the word stands under the icon. */
const Doing = ({ icon: Icon, label, isOn, onClick }: DoingProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className={cx(
      buttonClass('ghost'),
      'px-3! first:-ml-3 max-sm:h-12! max-sm:w-15 max-sm:min-w-fit max-[24rem]:w-13 max-sm:flex-col max-sm:gap-0.5! max-sm:px-0! max-sm:text-[0.6875rem]! max-sm:leading-4! max-sm:first:ml-0',
    )}
  >
    <Icon aria-hidden className={isOn ? 'fill-marker text-marker-ink' : ''} />
    {label}
  </button>
)

const Neighbours = ({ list, isArchived }: { list: ReadingList; isArchived: boolean }) => {
  const previous = list.neighbour(-1)
  const next = list.neighbour(1)
  if (!previous && !next && !list.isAtEnd) return null
  return (
    <nav aria-label="Articles of the list" className="flex items-center gap-2">
      {previous && (
        <button
          type="button"
          onClick={() => list.move(-1)}
          aria-label={`Previous: ${previous.title}`}
          className={cx(buttonClass('ghost'), '-ml-3 px-3! max-sm:ml-0')}
        >
          <ChevronLeft aria-hidden />
          <span className="max-sm:sr-only">Previous</span>
        </button>
      )}
      <span className="ml-auto" />
      {isArchived && <span className="shrink-0 text-ink-2">Archived</span>}
      {next && (
        <NextButton title={next.title} look={isArchived ? 'ink' : 'outline'} onClick={() => list.move(1)} />
      )}
      {list.isAtEnd && (
        <>
          <span className="text-ink-2 max-[24rem]:sr-only">The last one of the list</span>
          <BackLink className={buttonClass('outline')}>Back to the list</BackLink>
        </>
      )}
    </nav>
  )
}

type NextProps = { title: string; look?: 'ink' | 'outline'; onClick: () => void }

/** Opens the next article of the list. */
export const NextButton = ({ title, look = 'ink', onClick }: NextProps) => (
  <button type="button" onClick={onClick} className={cx(buttonClass(look), 'min-w-0 shrink!')}>
    <span className="truncate">
      Next: <bdi>{title}</bdi>
    </span>
    <ChevronRight aria-hidden />
  </button>
)

/** Whether a part of the element is on the screen. */
const useIsSeen = (element: RefObject<HTMLElement | null>): boolean => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(entries => setSeen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
