import { useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useSignOutNow } from './use-sign-out-button.ts'

/** Asks before a sign-out that loses changes which the server does not have yet. */
export default function SignOutDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const signOut = useSignOutNow()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    onClose()
  }
  return (
    <Dialog
      title="Sign out and lose changes?"
      onClose={onClose}
      description={`${countOf(waiting, 'change')} ${waiting === 1 ? 'has' : 'have'} not reached the server yet. Signing out deletes what this device keeps, ${waiting === 1 ? 'this change' : 'these changes'} included.`}
    >
      <DialogFoot>
        <Button look="danger" onClick={leave} disabled={isLeaving}>
          Sign out anyway
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Stay signed in
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
