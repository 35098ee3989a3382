import { useQuery } from '@tanstack/react-query'
import { collectionTotalQuery } from '../../../data/collections/queries.ts'
import { useShownCollection } from '../../../data/library/use-collections.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { readFilters } from '../../../data/links/filters.ts'
import { countOf } from '../../../lib/format.ts'
import { ConfirmDialog, Deleted, mainElement } from '../../../parts/confirm-dialog.tsx'
import { useView } from '../use-view.ts'

type Props = { collectionId: number; onClose: () => void }

export default function DeleteCollectionDialog({ collectionId: id, onClose }: Props) {
  const collection = useShownCollection(id)
  const act = useAct()
  const { setCollection } = useView()
  const { data: total } = useQuery(collectionTotalQuery(id))
  if (!collection) return null
  const { name } = collection
  return (
    <ConfirmDialog
      title="Delete Collection"
      onClose={onClose}
      focusAfter={mainElement}
      act={() => act('deleteCollection', { id })}
      onDone={() => {
        // The person may be elsewhere by now.
        if (readFilters(new URLSearchParams(location.search)).collection === id) setCollection(null)
      }}
    >
      <Deleted>{name}</Deleted>
      <p className="mt-2">
        {total ? `Its ${countOf(total, 'article')}, archived ones included,` : 'Its articles'} will move to No
        Collection.
      </p>
    </ConfirmDialog>
  )
}
