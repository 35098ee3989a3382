import { useState } from 'react'
import { useSignOut, useUnsentCount } from '../../data/library/use-sign-out.ts'
import { messageOf } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

const EVERYWHERE = { method: 'DELETE', path: '/api/account/sessions?all=true' } as const

/** Asks before all sessions end, this one included. */
export const SignOutEverywhereDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const signOut = useSignOut(EVERYWHERE)
  const unsent = useUnsentCount()()
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState('')
  const leave = async () => {
    setLeaving(true)
    setProblem('')
    try {
      await signOut()
      navigate('/login')
    } catch (error) {
      setProblem(messageOf(error, 'You are still signed in. Please try again.'))
      setLeaving(false)
    }
  }
  return (
    <Dialog
      title="Sign out everywhere?"
      onClose={onClose}
      description={
        <>
          <p>All devices are signed out, this one included. Your library stays.</p>
          {unsent > 0 && (
            <p className="mt-2">
              {countOf(unsent, 'change')} of this device {unsent === 1 ? 'has' : 'have'} not reached the
              server yet, and {unsent === 1 ? 'is' : 'are'} lost.
            </p>
          )}
        </>
      }
    >
      {problem !== '' && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
      <DialogFoot>
        <Button look="danger" onClick={leave} disabled={isLeaving}>
          Sign out everywhere
        </Button>
        <Button look="ink" onClick={onClose} data-focus-first>
          Stay signed in
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
