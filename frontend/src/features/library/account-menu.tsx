import { CircleHelp, Keyboard, LogOut, Settings2 } from 'lucide-react'
import { useUser } from '../../data/session/use-session.tsx'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import { useSignOutButton } from './use-sign-out-button.ts'

export const AccountMenu = () => {
  const user = useUser()
  const run = useRun()
  const navigate = useNavigate()
  const signOut = useSignOutButton()
  const name = user.firstName ?? user.username
  const isTouch = useMedia(TOUCH)
  const entries: MenuEntry[] = [
    { label: 'Settings', icon: Settings2, onSelect: () => navigate('/settings') },
    ...(isTouch ? [] : [{ label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => run('shortcuts') }]),
    { label: 'Help & Support', icon: CircleHelp, href: '/help' },
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
