import type { ReactNode } from 'react'

/** A key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-[5px] border border-line-2 bg-surface px-1.5 font-sans text-[0.75rem] leading-none text-ink-2">
    {children}
  </kbd>
)
