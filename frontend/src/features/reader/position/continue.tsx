import { ArrowDown, X } from 'lucide-react'

type Props = {
  /** The part before the place, 0 to 1. */
  part: number
  onContinue: () => void
  onDismiss: () => void
}

/** Offers to scroll to the place where reading stopped last time. */
export const Continue = ({ part, onContinue, onDismiss }: Props) => (
  <div className="fixed inset-x-0 bottom-[calc(1.25rem+var(--connection-line,0px))] z-20 flex animate-toast justify-center px-4 print:hidden">
    <div className="flex rounded-full bg-ink p-1 text-paper shadow-high">
      <button
        type="button"
        onClick={onContinue}
        className="inline-flex min-h-9 items-center gap-2 rounded-full pr-2 pl-4 font-medium focus-visible:outline-marker-on-ink pointer-coarse:min-h-11"
      >
        <ArrowDown aria-hidden />
        Continue where you left off
        <span className="tabular font-normal opacity-80">{Math.round(part * 100)} %</span>
      </button>
      <button
        type="button"
        aria-label="Start from the top"
        onClick={onDismiss}
        className="grid size-9 place-items-center rounded-full opacity-80 hover:opacity-100 focus-visible:outline-marker-on-ink pointer-coarse:size-11"
      >
        <X aria-hidden />
      </button>
    </div>
  </div>
)
