import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useRef } from 'react'
import { countOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
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
    <Dialog
      title="Delete Collection"
      onClose={onClose}
      focusAfter={() => (isDone.current ? document.getElementById('main') : null)}
      description={
        <>
          <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
            {name}
          </p>
          <p className="mt-2">
            {count === 0 ? 'Its articles' : `Its ${countOf(count, 'article')}`} will move to No Collection.
            This action cannot be undone.
          </p>
        </>
      }
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={remove.isPending}>
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
