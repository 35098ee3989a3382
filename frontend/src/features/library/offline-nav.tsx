import { ArrowDownToLine } from 'lucide-react'
import { useSavedState } from '../../data/library/use-saved-articles.ts'
import { formatCount } from '../../lib/format.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'

/** Opens the list of the articles that this device keeps. */
export default function OfflineNav() {
  const openDialog = useOpenDialog()
  const count = useSavedState(({ ids }) => ids.size)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog('offlineStorage', {})}
      className="flex min-h-9 w-full shrink-0 items-center gap-2.5 rounded-control px-2.5 hover:bg-sunken pointer-coarse:min-h-11"
    >
      <ArrowDownToLine aria-hidden />
      <span className="flex-1 text-left">Offline Storage</span>
      {count > 0 && <span className="tabular text-ink-2">{formatCount(count)}</span>}
    </button>
  )
}
