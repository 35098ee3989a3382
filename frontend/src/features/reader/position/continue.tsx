import { ArrowDown, X } from 'lucide-react'

type Props = {
  /** The part before the place, 0 to 1. */
  part: number
  onContinue: () => void
  onDismiss: () => void
}

/** Offers to scroll to the place where reading stopped last time. It sits on the line over the text, so it covers no words. */
export const Continue = ({ part, onContinue, onDismiss }: Props) => (
  <div className="absolute inset-x-0 top-0 flex -translate-y-1/2 justify-center whitespace-nowrap print:hidden">
    <div className="flex rounded-full bg-ink p-1 text-paper shadow-low pointer-coarse:p-0">
      <button
        type="button"
        onClick={onContinue}
        className="inline-flex min-h-9 items-center gap-2 rounded-full pr-2 pl-4 font-medium focus-visible:outline-marker-on-ink pointer-coarse:min-h-11"
      >
        <ArrowDown aria-hidden />
        <span>
          Continue <span className="max-[24rem]:sr-only">where you left off</span>
        </span>
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
