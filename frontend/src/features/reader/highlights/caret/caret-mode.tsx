import { TextCursor } from 'lucide-react'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Caret } from './use-caret.ts'

type Props = {
  caret: Caret | null
  /** The words that are selected, for screen readers. */
  selected: string
  onStart: () => void
}

/** The key v, a button that shows when it has the focus, and while the mode is on a line with its keys. */
export const CaretMode = ({ caret, selected, onStart }: Props) => {
  useKeys({ v: onStart })
  return (
    <>
      {!caret && (
        <Button
          onClick={onStart}
          className="sr-only focus:not-sr-only focus:fixed! focus:bottom-5 focus:left-1/2 focus:z-20 focus:h-9 focus:-translate-x-1/2 focus:px-4 print:hidden"
        >
          <TextCursor aria-hidden />
          Select words by keyboard
        </Button>
      )}
      <p role="status" className="sr-only">
        {caret ? selected : ''}
      </p>
      {caret && (
        <p className="fixed inset-x-4 bottom-[calc(1.25rem+var(--bottom-lines))] z-20 mx-auto w-fit rounded-[10px] bg-ink px-4 py-2 text-center text-ui text-paper shadow-high print:hidden">
          Arrows move by words, Shift marks, Enter opens the bar, Escape leaves.
        </p>
      )}
    </>
  )
}
