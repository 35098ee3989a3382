import { CalendarClock, CircleHelp, History, Keyboard, LogOut, Settings2, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { RECENTLY_DELETED } from '../../lib/recently-deleted.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import type { MenuEntry } from '../../ui/menu/menu.tsx'
import MenuPanel from '../../ui/menu/menu-panel.tsx'
import { useSignOutButton } from './use-sign-out-button.ts'

/** The open account menu. It loads with its entries, which the dashboard does not need before. */
export default function AccountPanel(panel: ComponentProps<typeof MenuPanel>) {
  const run = useRun()
  const navigate = useNavigate()
  const signOut = useSignOutButton()
  const isTouch = useMedia(TOUCH)
  const entries: MenuEntry[] = [
    { label: 'History', icon: History, onSelect: () => run('history') },
    { label: 'Recently deleted', icon: Trash2, onSelect: () => navigate(RECENTLY_DELETED) },
    { label: 'Look back', icon: CalendarClock, onSelect: () => navigate('/dashboard?at') },
    { label: 'Settings', icon: Settings2, onSelect: () => navigate('/settings') },
    ...(isTouch ? [] : [{ label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => run('shortcuts') }]),
    { label: 'Help & Support', icon: CircleHelp, href: '/help' },
    { label: 'Sign out', icon: LogOut, onSelect: signOut },
  ]
  return <MenuPanel {...panel} entries={entries} />
}
