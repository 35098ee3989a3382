import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import type { Dialogs } from './dialogs.ts'

type Props = Dialogs['tooLarge'] & { onClose: () => void }

/** Asks before an act that could not be undone. Cancel has the focus, so that Enter changes nothing. */
export default function TooLargeDialog({ again, onClose }: Props) {
  const [isPending, setPending] = useState(false)
  const isDone = useRef(false)
  const confirm = async () => {
    setPending(true)
    isDone.current = (await again()).status !== 'refused'
    onClose()
  }
  return (
    <Dialog
      title="This cannot be undone"
      description="This changes too much at once to be undone later."
      onClose={onClose}
      focusAfter={() => (isDone.current ? document.getElementById('main') : null)}
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={isPending}>
          {isPending ? 'Saving...' : 'Change anyway'}
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
