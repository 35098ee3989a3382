import { useSignOut, useUnsentCount } from '../../data/library/use-sign-out.ts'
import { messageOf } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { useToast } from '../../ui/toast/use-toast.ts'

/** Signs out and goes to the login screen. Shows a toast when the server cannot be reached. */
export const useSignOutNow = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const toast = useToast()
  return () =>
    signOut().then(
      () => navigate('/login'),
      error =>
        toast({
          tone: 'danger',
          title: 'Sign out failed',
          description: messageOf(error, 'You are still signed in. Please try again.'),
        }),
    )
}

/** Signs out; asks before that while the server lacks changes of this device. */
export const useSignOutButton = (): (() => void) => {
  const signOut = useSignOutNow()
  const unsent = useUnsentCount()
  const openDialog = useOpenDialog()
  return () => {
    const waiting = unsent()
    if (waiting > 0) openDialog('signOut', { waiting })
    else void signOut()
  }
}
