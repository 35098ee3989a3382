import { CircleHelp, Keyboard, LogOut } from 'lucide-react'
import { useLocation } from 'wouter'
import { messageOf } from '../../lib/api.ts'
import { useSignOut, useUser } from '../../lib/session.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

/** Signs out and goes to the login screen. Shows a toast when the server cannot be reached. */
export const useSignOutAction = (): (() => void) => {
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  const toast = useToast()
  return () => {
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
}

export const AccountMenu = () => {
  const user = useUser()
  const [, navigate] = useLocation()
  const signOut = useSignOutAction()
  const openDialog = useOpenDialog()
  const name = user.firstName ?? user.username
  const entries: MenuEntry[] = [
    { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => openDialog('shortcuts', {}) },
    { label: 'Help & Support', icon: CircleHelp, onSelect: () => navigate('/help') },
    { label: 'Sign out', icon: LogOut, onSelect: signOut },
  ]
  return (
    <Menu
      label="Account menu"
      heading={user.email}
      entries={entries}
      button={props => (
        <button
          {...props}
          type="button"
          className="grid size-9 place-items-center rounded-full bg-marker-wash font-semibold text-marker-ink uppercase pointer-coarse:size-11"
        >
          {name.charAt(0)}
        </button>
      )}
    />
  )
}
