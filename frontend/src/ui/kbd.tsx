import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A key of the keyboard. */
export const Kbd = ({ className, children }: { className?: string; children: ReactNode }) => (
  <kbd
    className={cx(
      'inline-grid h-5.5 min-w-5.5 place-items-center rounded-[5px] border border-line-2 bg-surface px-1.5 font-sans text-[0.75rem] leading-none text-ink-2',
      className,
    )}
  >
    {children}
  </kbd>
)
