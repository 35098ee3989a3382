import { cx } from './cx.ts'

/** A faint placeholder for content that loads. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={cx('animate-breathe rounded-[6px] bg-sunken', className)} />
)
