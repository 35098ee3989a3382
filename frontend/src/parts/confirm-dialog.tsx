import { type ReactNode, useRef, useState } from 'react'
import type { Outcome } from '../data/outbox/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'

type Props = {
  title: string
  /** Names what changes and says what happens to it. */
  children: ReactNode
  /** The button's text, and its text meanwhile. */
  action?: string
  doing?: string
  act: () => Promise<Pick<Outcome, 'status'>>
  /** Called when it is done, or kept on the device to be done. */
  onDone?: () => void
  /** The element to focus when it is done. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/**
 * Asks before a deletion, or another act that nothing brings back. Cancel has the focus, so that Enter changes nothing. A
 * refusal closes the dialog, too: a toast tells it.
 */
export const ConfirmDialog = ({
  title,
  children,
  action = 'Delete',
  doing = 'Deleting...',
  act,
  onDone,
  focusAfter,
  onClose,
}: Props) => {
  const [isPending, setPending] = useState(false)
  const isDone = useRef(false)
  const confirm = async () => {
    setPending(true)
    const { status } = await act()
    isDone.current = status !== 'refused'
    if (isDone.current) onDone?.()
    onClose()
  }
  return (
    <Dialog
      title={title}
      description={children}
      onClose={onClose}
      focusAfter={() => (isDone.current ? focusAfter() : null)}
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={isPending}>
          {isPending ? doing : action}
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The name of the deleted item. */
export const Deleted = ({ children }: { children: string }) => (
  <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
    {children}
  </p>
)

/** Where the focus goes when nothing else takes the place of what was deleted. */
export const mainElement = (): HTMLElement | null => document.getElementById('main')
