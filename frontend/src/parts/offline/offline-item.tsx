import { ArrowDownToLine, CircleMinus } from 'lucide-react'
import { useSavedState } from '../../data/library/use-saved-articles.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import type { OnChoose } from '../../ui/menu/menu.tsx'
import { MenuItem } from '../../ui/menu/menu-panel.tsx'
import type { Saveable } from './offline-entry.tsx'
import { useRemoveSaved } from './use-remove-saved.ts'
import { useSaveOffline } from './use-save-offline.ts'

type Props = { of: Saveable; onChoose: OnChoose }

/** Saves for offline, or removes what is saved. Disabled while offline or saving. */
export default function OfflineItem({ of, onChoose }: Props) {
  const isOffline = useIsOffline()
  const linkId = 'linkId' in of ? of.linkId : 0
  const isKept = useSavedState(({ ids }) => ids.has(linkId))
  const isSaving = useSavedState(({ saving }) => saving.has(linkId))
  const { save, saveCollection } = useSaveOffline()
  const remove = useRemoveSaved()
  if (isKept && !isSaving)
    return (
      <MenuItem
        label="Remove from offline"
        icon={CircleMinus}
        onSelect={() => void remove([linkId], 'Article removed')}
        onChoose={onChoose}
      />
    )
  return (
    <MenuItem
      label={isSaving ? 'Saving for offline...' : 'Save for offline'}
      icon={ArrowDownToLine}
      isDisabled={isOffline || isSaving}
      onSelect={() => void ('linkId' in of ? save([of.linkId]) : saveCollection(of.collectionId))}
      onChoose={onChoose}
    />
  )
}
