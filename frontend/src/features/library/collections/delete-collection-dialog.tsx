import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useRef } from 'react'
import { countOf } from '../../../lib/format.ts'
import { Deleted, DeletionDialog } from '../../../parts/deletion-dialog.tsx'
import { useView } from '../use-view.ts'
import { useDeleteCollection } from './collection-actions.ts'

type Props = { collection: Collection; onClose: () => void }

export default function DeleteCollectionDialog({ collection, onClose }: Props) {
  const remove = useDeleteCollection()
  const isDone = useRef(false)
  const { filters, setCollection } = useView()
  const { id, name, count } = collection
  const confirm = () => {
    const done = remove.mutateAsync(id).then(() => {
      isDone.current = true
      if (filters.collection === id) setCollection(null)
    })
    done.then(onClose, onClose)
  }
  return (
    <DeletionDialog
      title="Delete Collection"
      onClose={onClose}
      focusAfter={() => (isDone.current ? document.getElementById('main') : null)}
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      <Deleted>{name}</Deleted>
      <p className="mt-2">
        {count === 0 ? 'Its articles' : `Its ${countOf(count, 'article')}`} will move to No Collection. This
        action cannot be undone.
      </p>
    </DeletionDialog>
  )
}
