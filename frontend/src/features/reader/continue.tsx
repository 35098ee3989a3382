import { ArrowDown, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { type Position, scrollToPosition } from './positions.ts'

/** Offers to scroll to the position where reading stopped last time. */
export const Continue = ({
  position,
  article,
}: {
  position: Position
  article: RefObject<HTMLElement | null>
}) => {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className="fixed inset-x-0 bottom-[calc(1.25rem+var(--connection-line,0px))] z-20 flex animate-toast justify-center px-4">
      <div className="flex rounded-full bg-ink p-1 text-paper shadow-high">
        <button
          type="button"
          onClick={() => {
            if (article.current) scrollToPosition(article.current, position)
            setOpen(false)
          }}
          className="inline-flex min-h-9 items-center gap-2 rounded-full pr-2 pl-4 font-medium focus-visible:outline-marker-on-ink pointer-coarse:min-h-11"
        >
          <ArrowDown aria-hidden />
          Continue where you left off
          <span className="tabular font-normal opacity-80">{Math.round(position.read * 100)} %</span>
        </button>
        <button
          type="button"
          aria-label="Start from the top"
          onClick={() => setOpen(false)}
          className="grid size-9 place-items-center rounded-full opacity-80 hover:opacity-100 focus-visible:outline-marker-on-ink pointer-coarse:size-11"
        >
          <X aria-hidden />
        </button>
      </div>
    </div>
  )
}
