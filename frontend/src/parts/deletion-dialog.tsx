import { type ReactNode, useRef, useState } from 'react'
import type { Outcome } from '../data/outbox/outbox.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'

type Props = {
  title: string
  /** Names what is deleted and says what happens to it. */
  children: ReactNode
  action?: string
  remove: () => Promise<Pick<Outcome, 'status'>>
  /** Called when it is deleted, or kept on the device to be deleted. */
  onRemoved?: () => void
  /** The element to focus after the deletion. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks before a deletion. Cancel has the focus, so that Enter deletes nothing. A refusal closes the dialog, too: a toast tells it. */
export const DeletionDialog = ({
  title,
  children,
  action = 'Delete',
  remove,
  onRemoved,
  focusAfter,
  onClose,
}: Props) => {
  const [isPending, setPending] = useState(false)
  const isRemoved = useRef(false)
  const confirm = async () => {
    setPending(true)
    const { status } = await remove()
    isRemoved.current = status !== 'refused'
    if (isRemoved.current) onRemoved?.()
    onClose()
  }
  return (
    <Dialog
      title={title}
      description={children}
      onClose={onClose}
      focusAfter={() => (isRemoved.current ? focusAfter() : null)}
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={isPending}>
          {isPending ? 'Deleting...' : action}
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
