import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const LOOKS = {
  ink: 'bg-ink text-paper font-semibold hover:opacity-90',
  outline: 'border border-line-2 bg-surface text-ink font-medium hover:bg-sunken',
  ghost: 'text-ink font-medium hover:bg-sunken',
  danger: 'border border-danger bg-surface text-danger font-semibold hover:bg-sunken',
} as const

export type ButtonLook = keyof typeof LOOKS

/** 36 px high, 44 px for touch. */
const BASE =
  'inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-control px-4 text-ui whitespace-nowrap transition-colors duration-120 select-none disabled:opacity-55 pointer-coarse:h-11'

export const buttonClass = (look: ButtonLook): string => cx(BASE, LOOKS[look])

type Props = ComponentProps<'button'> & { look?: ButtonLook }

export const Button = ({ look = 'outline', className, type = 'button', ...props }: Props) => (
  <button type={type} className={cx(buttonClass(look), className)} {...props} />
)

export const ICON_BUTTON =
  'inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink pointer-coarse:size-11'

/** A button with an icon only. Give it an aria-label and a Tip. */
export const IconButton = ({ className, type = 'button', ...props }: ComponentProps<'button'>) => (
  <button type={type} className={cx(ICON_BUTTON, className)} {...props} />
)
