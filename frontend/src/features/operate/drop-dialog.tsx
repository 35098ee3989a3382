import type { JobKind } from '@lectern/contracts/api/operation.ts'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

type Props = {
  of: JobKind
  drop: () => Promise<void>
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks before a job is forgotten, and says what is lost. */
export const DropDialog = ({ of: { name, loses }, drop, focusAfter, onClose }: Props) => {
  const [isDropping, setDropping] = useState(false)
  const isDone = useRef(false)
  const confirm = async () => {
    setDropping(true)
    await drop()
    isDone.current = true
    onClose()
  }
  return (
    <Dialog
      title="Drop this job?"
      description={
        <>
          <p className="font-medium text-ink">{name}</p>
          <p className="mt-2">{loses} Nothing brings the job back.</p>
        </>
      }
      onClose={onClose}
      focusAfter={() => (isDone.current ? focusAfter() : null)}
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={isDropping}>
          {isDropping ? 'Dropping...' : 'Drop'}
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
