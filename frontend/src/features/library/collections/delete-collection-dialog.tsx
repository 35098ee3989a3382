import { useState } from 'react'
import { useCollection } from '../../../data/collections/use-collections.ts'
import { useAct } from '../../../data/use-library.tsx'
import { countOf } from '../../../lib/format.ts'
import { Deleted, DeletionDialog, mainElement } from '../../../parts/deletion-dialog.tsx'
import { useView } from '../use-view.ts'

type Props = { collectionId: number; onClose: () => void }

export default function DeleteCollectionDialog({ collectionId: id, onClose }: Props) {
  const shown = useCollection(id)
  // The collection leaves the data while its deletion is sent.
  const [collection] = useState(shown)
  const act = useAct()
  const { filters, setCollection } = useView()
  if (!collection) return null
  const { name, count } = collection
  return (
    <DeletionDialog
      title="Delete Collection"
      onClose={onClose}
      focusAfter={mainElement}
      remove={() => act('deleteCollection', { id })}
      onRemoved={() => {
        if (filters.collection === id) setCollection(null)
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
