import { useShownCollection } from '../../../data/collections/use-collections.ts'
import { readFilters } from '../../../data/links/filters.ts'
import { useAct } from '../../../data/use-library.tsx'
import { countOf } from '../../../lib/format.ts'
import { Deleted, DeletionDialog, mainElement } from '../../../parts/deletion-dialog.tsx'
import { useView } from '../use-view.ts'

type Props = { collectionId: number; onClose: () => void }

export default function DeleteCollectionDialog({ collectionId: id, onClose }: Props) {
  const collection = useShownCollection(id)
  const act = useAct()
  const { setCollection } = useView()
  if (!collection) return null
  const { name, count } = collection
  return (
    <DeletionDialog
      title="Delete Collection"
      onClose={onClose}
      focusAfter={mainElement}
      remove={() => act('deleteCollection', { id })}
      onRemoved={() => {
        // The person may be elsewhere by now.
        if (readFilters(new URLSearchParams(location.search)).collection === id) setCollection(null)
      }}
    >
      <Deleted>{name}</Deleted>
      <p className="mt-2">
        {count === 0 ? 'Its articles' : `Its ${countOf(count, 'article')}`} will move to No Collection. This
        action cannot be undone.
      </p>
    </DeletionDialog>
  )
}
