import { type Collection, CreateCollectionRequest } from '@lectern/contracts/api/collections.ts'
import { CollectionFields, useCollectionForm } from '../../../parts/collection-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { useCreateCollection, useEditCollection } from './collection-actions.ts'

type Props = { collection?: Collection; onClose: () => void }

/** Creates a collection, or edits the given one. */
export default function CollectionDialog({ collection, onClose }: Props) {
  const create = useCreateCollection()
  const edit = useEditCollection()
  const form = useCollectionForm(CreateCollectionRequest, {
    initial: collection,
    // The mutations show a toast on refusal; the typed values stay.
    onSubmit: async ({ description, ...rest }, key) => {
      if (collection)
        await edit.mutateAsync({ id: collection.id, values: { ...rest, description: description ?? '' } })
      else await create.mutateAsync({ values: { ...rest, ...(description && { description }) }, key })
      onClose()
    },
  })
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
