import { cx } from './cx.ts'

/** A still, faint shape of what comes. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={cx('animate-breathe rounded-[6px] bg-sunken', className)} />
)
