import type { Collection } from '@lectern/contracts/api/collections.ts'
import { useSubmission } from '../../../lib/submission.ts'
import { CollectionFields, useCollectionFields } from '../../../parts/collection-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { useCreateCollection, useEditCollection } from './collection-actions.ts'

type Props = { collection?: Collection; onClose: () => void }

/** Creates a collection, or edits the given one. */
export default function CollectionDialog({ collection, onClose }: Props) {
  const create = useCreateCollection()
  const edit = useEditCollection()
  const submission = useSubmission()
  const { check, ...fields } = useCollectionFields('Collection name is required', {
    ...(collection && { ...collection, description: collection.description ?? '' }),
  })
  const submit = () => {
    const values = check()
    if (!values) return
    const { description, ...rest } = values
    const done = collection
      ? edit.mutateAsync({ id: collection.id, values })
      : submission(values, key =>
          create.mutateAsync({ values: { ...rest, ...(description && { description }) }, key }),
        )
    // The mutation shows a toast on refusal; the typed values stay.
    done.then(onClose, () => undefined)
  }
  const isBusy = create.isPending || edit.isPending
  const [doing, label] = collection ? ['Saving...', 'Save'] : ['Creating...', 'Create']
  return (
    <Dialog title={collection ? 'Edit Collection' : 'New Collection'} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4.5"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <CollectionFields {...fields} hasDescription />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={isBusy}>
            {isBusy ? doing : label}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
