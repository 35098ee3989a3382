import type { Collection } from '@lectern/contracts/api/collections.ts'
import { Activity, Download, Ellipsis, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { offlineEntry } from '../../../parts/offline/offline-entry.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'

type Props = {
  collection: Collection
  /** Closes the sheet that contains the menu, then runs `then`. */
  leave: (then: () => void) => void
}

/** What can be done with an own collection. Its code loads after the links. */
export default function CollectionMenu({ collection: { id, name, members }, leave }: Props) {
  const openDialog = useOpenDialog()
  return (
    <Menu
      label={`Actions for ${name}`}
      entries={[
        {
          label: 'Edit',
          icon: Pencil,
          onSelect: () => leave(() => openDialog('editCollection', { collectionId: id })),
        },
        {
          label: 'Share…',
          icon: UserPlus,
          onSelect: () => leave(() => openDialog('share', { collectionId: id })),
        },
        ...(members
          ? [
              {
                label: 'Activity',
                icon: Activity,
                onSelect: () => leave(() => openDialog('activity', { collectionId: id, name })),
              },
            ]
          : []),
        offlineEntry({ collectionId: id }),
        {
          label: 'Export',
          icon: Download,
          onSelect: () => leave(() => openDialog('exportLinks', { collectionId: id })),
        },
        {
          label: 'Delete',
          icon: Trash2,
          tone: 'danger',
          onSelect: () => leave(() => openDialog('deleteCollection', { collectionId: id })),
        },
      ]}
      button={props => (
        <IconButton {...props}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    />
  )
}
