import { useSetAtom } from 'jotai'
import { Dialog as Radix } from 'radix-ui'
import { type FocusEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { cx } from './cx.ts'
import { isInToasts } from './toast/use-toast.ts'
import { tooltipTargetsAtom } from './tooltip/tip.tsx'

type Props = {
  title: string
  /** Read by screen readers with the title, for dialogs with one sentence and a choice. */
  description?: ReactNode
  onClose: () => void
  /** The element to focus when the dialog closes. By default, and for null, the element that had the focus before. */
  focusAfter?: () => HTMLElement | null
  children: ReactNode
}

const SCRIM = 'fixed inset-0 z-40 bg-scrim animate-fade'

/** The element that had the focus before a dialog opened. It stays the same when one dialog follows another. */
let opener: HTMLElement | null = null

const useOpener = () => {
  // A tooltip that is open below would float over the dialog and take its first Escape.
  const setTooltips = useSetAtom(tooltipTargetsAtom)
  useLayoutEffect(() => setTooltips([]), [setTooltips])
  const [before] = useState(() => {
    const active = document.activeElement as HTMLElement | null
    // The dialog before this one has lost the focus if its button was disabled. It is on the page until this one is drawn.
    const isFollowing =
      active === document.body ? document.querySelector('[role=dialog]') : active?.closest('[role=dialog]')
    if (!isFollowing) opener = active
    return active
  })
  /** Radix returns the focus only to its own trigger, and our triggers are outside the dialog. */
  return (event: Event, target: HTMLElement | null = null) => {
    event.preventDefault()
    const below = document.querySelector('[role=dialog]')
    // The page has not moved below the dialog. To show its main element would move it.
    if (!below) (target ?? opener)?.focus({ preventScroll: true })
    else if (below.contains(before)) before?.focus()
  }
}

/** A toast may be used while a dialog is open: the dialog neither closes nor takes the focus back. Escape closes an open list first. */
const staysOpen = {
  onEscapeKeyDown: (event: KeyboardEvent) => {
    const focused = document.activeElement
    if (isInToasts(focused) || focused?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
  },
  onBlur: (event: FocusEvent) => {
    if (isInToasts(event.relatedTarget)) event.stopPropagation()
  },
}

/** Focuses the marked field. autoFocus does not work in a dialog over another one, which takes the focus back until this one is open. */
const focusFirst = (event: Event) => {
  const field = (event.currentTarget as Element).querySelector<HTMLElement>('[data-focus-first]')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** A dialog, open while mounted. Escape and a click outside close it. */
export const Dialog = ({ title, description, onClose, focusAfter, children }: Props) => {
  const giveFocusBack = useOpener()
  return (
    <Radix.Root open onOpenChange={open => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            SCRIM,
            'grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-3 sm:p-6',
            // The keyboard of a phone covers the lower half: what is found while one types stands above it.
            'max-sm:pointer-coarse:has-[[type=search]]:items-start',
          )}
        >
          <Radix.Content
            {...staysOpen}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={event => giveFocusBack(event, focusAfter?.())}
            className="w-full max-w-[500px] animate-rise rounded-card bg-surface p-5 text-ui shadow-high sm:p-7"
          >
            <Radix.Title className="mb-4 text-dialog">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description asChild>
                <div className="text-ink-2">{description}</div>
              </Radix.Description>
            )}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The buttons of a dialog, at the right; the safe one is last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2.5">{children}</div>
)

type SheetProps = Pick<Props, 'title' | 'onClose' | 'children'> & {
  /** Takes more of the screen, for text. `form` takes all of a phone's screen. */
  isWide?: boolean | 'form'
  /** Called after the sheet has closed and the focus is back. */
  onClosed?: () => void
}

/** A panel from the right edge. */
export const Sheet = ({ title, onClose, onClosed, isWide = false, children }: SheetProps) => {
  const giveFocusBack = useOpener()
  return (
    <Radix.Root open onOpenChange={open => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...staysOpen}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={event => {
            giveFocusBack(event)
            onClosed?.()
          }}
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex animate-slide flex-col overflow-y-auto bg-paper p-4 text-ui shadow-high',
            isWide === 'form'
              ? 'w-[min(30rem,100vw)] scroll-pb-24'
              : isWide
                ? 'w-[min(26rem,94vw)]'
                : 'w-[min(20rem,88vw)]',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
