import { CreateCollectionRequest } from '@lectern/contracts/api/collection-requests.ts'
import { useShownCollection } from '../../../data/library/use-collections.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { CollectionFields, useCollectionForm } from '../../../parts/collection-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

type Props = { collectionId?: number; onClose: () => void }

/** Creates a collection, or edits the given one. */
export default function CollectionDialog({ collectionId, onClose }: Props) {
  const collection = useShownCollection(collectionId)
  const act = useAct()
  const form = useCollectionForm(CreateCollectionRequest, {
    initial: collection,
    onSubmit: async ({ description, ...values }) => {
      const outcome = collection
        ? await act('editCollection', { id: collection.id, ...values, description: description ?? '' })
        : await act('createCollection', { ...values, ...(description && { description }) })
      if (outcome.status === 'refused') throw outcome.error
      onClose()
    },
  })
  if (collectionId !== undefined && !collection) return null
  const [doing, label] = collection ? ['Saving...', 'Save'] : ['Creating...', 'Create']
  return (
    <Dialog title={collection ? 'Edit Collection' : 'New Collection'} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4.5" onSubmit={form.submit}>
        <CollectionFields form={form} hasDescription />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={form.isSubmitting}>
            {form.isSubmitting ? doing : label}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
