import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'

type Props = {
  label: string
  /** The panel's button, or the element that holds it. The panel is placed under it. */
  owner: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  className: string
  onClose: () => void
  children: ReactNode
}

/** A panel under its owner, open while mounted. The button is outside, because it exists before this code loads. */
export const PopoverPanel = ({ label, owner, align, className, onClose, children }: Props) => (
  <Popover.Root open onOpenChange={open => !open && onClose()}>
    <Popover.Anchor virtualRef={owner as RefObject<HTMLElement>} />
    <Popover.Portal>
      <Popover.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        onInteractOutside={event => {
          // The owner stays usable, and its button closes the panel itself.
          if (event.target instanceof Node && owner.current?.contains(event.target)) event.preventDefault()
        }}
        onCloseAutoFocus={event => {
          event.preventDefault()
          const opener = '[aria-haspopup]'
          const button = owner.current?.matches(opener) ? owner.current : owner.current?.querySelector(opener)
          // A click elsewhere closes the panel and has already moved the focus.
          if (document.activeElement === document.body)
            (button as HTMLElement | null | undefined)?.focus({ preventScroll: true })
        }}
        className={cx(
          'z-40 animate-rise rounded-card border border-line bg-surface p-4 text-ui shadow-high',
          className,
        )}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)

/** Closes the panel that contains it. */
export const PopoverClose = Popover.Close
