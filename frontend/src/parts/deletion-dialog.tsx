import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'

type Props = {
  title: string
  /** Names what is deleted and says what happens to it. */
  children: ReactNode
  action?: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  focusAfter: () => HTMLElement | null
}

/** Asks before a deletion. Cancel has the focus, so that Enter deletes nothing. */
export const DeletionDialog = ({ children, action = 'Delete', isPending, onConfirm, ...dialog }: Props) => (
  <Dialog {...dialog} description={children}>
    <DialogFoot>
      <Button look="danger" onClick={onConfirm} disabled={isPending}>
        {isPending ? 'Deleting...' : action}
      </Button>
      <Button look="ink" onClick={dialog.onClose} autoFocus>
        Cancel
      </Button>
    </DialogFoot>
  </Dialog>
)

/** The name of the deleted item. */
export const Deleted = ({ children }: { children: string }) => (
  <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
    {children}
  </p>
)
