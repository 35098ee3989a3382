import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { ChevronDown } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'wouter'
import { formatExact } from '../../lib/format.ts'
import { RECENTLY_DELETED } from '../../lib/recently-deleted.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { ActDetails } from './act-details.tsx'
import { ActIcon } from './act-icon.tsx'
import { ActSentence, NamedLinks, SOURCE_NAMES } from './act-texts.tsx'
import { formatTime } from './days.ts'
import { isUndoing, type UndoState } from './use-undo.ts'

type Props = {
  act: HistoryAct
  /** The collections that are still there. */
  collections: ReadonlySet<number>
  isOpen: boolean
  /** Of an undo that was asked for here. */
  undoState: UndoState | undefined
  onToggle: (id: string) => void
  onUndo: (act: HistoryAct) => void
}

/** One act: its sentence, when and from where, and the button that takes it back. */
export const ActRow = memo(({ act, collections, isOpen, undoState, onToggle, onUndo }: Props) => {
  const details = useId()
  const isWaiting = undoState?.status === 'waiting'
  const isUndone = act.undo === 'undone'
  const word = isUndoing(act) ? 'Redo' : 'Undo'
  const sentence = sayAct(act)
  return (
    <article
      data-act={act.id}
      tabIndex={-1}
      aria-label={act.by === undefined ? sentence : `${sentence}, by ${act.by}`}
      className="-mx-3 grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 rounded-control px-3 py-2.5 hover:bg-sunken/60 sm:gap-x-4"
    >
      <span className="pt-px">
        <ActIcon act={act} />
      </span>
      <div className="min-w-0 max-sm:col-span-2">
        <p dir="auto" className={cx('break-words', isUndone && 'text-ink-2')}>
          <ActSentence act={act} collections={collections} library={act.library} />
        </p>
        {act.linkCount > 1 && act.links.length > 0 && !isOpen && (
          <p className="truncate text-meta text-ink-2">
            <NamedLinks act={act} />
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-2 self-center text-meta text-ink-3 sm:mt-0.5">
        <time dateTime={act.at} title={formatExact(act.at)}>
          {formatTime(act.at)}
        </time>
        {` · ${SOURCE_NAMES[act.via]}`}
        {act.by !== undefined && (
          <>
            {' · '}by <bdi>{act.by}</bdi>
          </>
        )}
        {isUndone && <span className="font-medium text-marker-ink"> · Undone</span>}
      </p>
      <span className="col-start-3 row-start-2 -my-1 -mr-1.5 flex items-start sm:row-span-2 sm:row-start-1 sm:-my-2">
        {act.undo === 'possible' && (
          <Button
            look="ghost"
            className="px-2.5 text-ink-2 hover:text-ink"
            disabled={isWaiting}
            aria-label={`${word}: ${sentence}`}
            onClick={() => onUndo(act)}
          >
            {word}
          </Button>
        )}
        {isInDeleted(act) && (
          <Link
            href={RECENTLY_DELETED}
            aria-label={`Bring back: ${sentence}`}
            className={cx(buttonClass('ghost'), 'px-2.5 text-ink-2 hover:text-ink')}
          >
            Bring back
          </Link>
        )}
        <Tip label="Details">
          <IconButton
            aria-label="Details"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => onToggle(act.id)}
          >
            <ChevronDown
              aria-hidden
              className={cx('transition-transform duration-120', isOpen && 'rotate-180')}
            />
          </IconButton>
        </Tip>
      </span>
      <div className="col-start-2 col-end-4 row-start-3 min-w-0 sm:col-end-3">
        <p role="status" className={undoState ? 'mt-1.5 border-marker border-l-2 pl-2.5 text-ink-2' : ''}>
          {undoState?.text}
        </p>
        <div id={details} hidden={!isOpen}>
          {isOpen && <ActDetails act={act} />}
        </div>
      </div>
    </article>
  )
})
/** Whether what it deleted may still stand among what was recently deleted. */
const isInDeleted = ({ kind, isForGood, at }: HistoryAct): boolean =>
  kind === 'deleted' && !isForGood && Date.now() - Date.parse(at) < DELETED_DAYS * 86_400_000

ActRow.displayName = 'ActRow'
