import {
  ArrowDownToLine,
  CircleHelp,
  History,
  Import,
  LogOut,
  type LucideIcon,
  Plus,
  StickyNote,
  Trash2,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from '../../lib/navigation.tsx'
import { RECENTLY_DELETED } from '../../lib/recently-deleted.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { IconButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { CollectionNav } from './collections/collection-nav.tsx'
import { PlanBadge, PlanCard } from './plan-card.tsx'
import SharedNav from './shared/shared-nav.tsx'
import TagNav from './tags/tag-nav.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useSignOutButton } from './use-sign-out-button.ts'

/** The menu on small screens. It contains the entries that the sidebar and the header have on wide screens. */
export default function MenuSheet({ onClose }: { onClose: () => void }) {
  const run = useRun()
  const navigate = useNavigate()
  const signOut = useSignOutButton()
  const openDialog = useOpenDialog()
  // Runs when the sheet has closed and returned the focus, so that a dialog opens after it.
  const after = useRef<(() => void) | null>(null)
  const close = (then: () => void) => {
    after.current = then
    onClose()
  }
  return (
    <Sheet title="Menu" onClose={onClose} onClosed={() => after.current?.()}>
      <div className="flex items-center justify-between pb-4 pl-2.5">
        <Logo />
        <span className="flex">
          <ThemeButton />
          <IconButton aria-label="Close menu" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </span>
      </div>
      <CollectionNav leave={close} />
      <div className="mt-4">
        <SharedNav leave={close} />
      </div>
      <div className="mt-4">
        <TagNav leave={close} />
      </div>
      <ul className="my-4 border-y border-line py-3">
        <Entry icon={Plus} label="Add Link" onChoose={() => close(() => run('addLink'))} />
        <Entry icon={StickyNote} label="Notes" onChoose={() => close(() => run('notes'))} />
        <Entry icon={History} label="History" onChoose={() => close(() => run('history'))} />
        <Entry
          icon={Trash2}
          label="Recently deleted"
          onChoose={() => close(() => navigate(RECENTLY_DELETED))}
        />
        <Entry icon={Import} label="Import" onChoose={() => close(() => run('import'))} />
        <Entry
          icon={ArrowDownToLine}
          label="Offline Storage"
          onChoose={() => close(() => openDialog('offlineStorage', {}))}
        />
        <Entry icon={CircleHelp} label="Help & Support" onChoose={() => location.assign('/help')} />
        <Entry icon={LogOut} label="Sign out" onChoose={() => close(signOut)} />
      </ul>
      <div className="mt-auto flex flex-col items-start gap-3">
        <PlanBadge />
        <div className="w-full">
          <PlanCard />
        </div>
      </div>
    </Sheet>
  )
}

const Entry = ({
  icon: Icon,
  label,
  onChoose,
}: {
  icon: LucideIcon
  label: string
  onChoose: () => void
}) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 hover:bg-sunken"
    >
      <Icon aria-hidden /> {label}
    </button>
  </li>
)
