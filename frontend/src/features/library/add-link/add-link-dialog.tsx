import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import type { AddLinkForm, AddLinkValues } from './add-link-form.ts'

type Props = {
  form: AddLinkForm
  onSubmit: (values: AddLinkValues) => Promise<void>
  onClose: () => void
}

export const AddLinkDialog = ({ form, onSubmit, onClose }: Props) => {
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const submit = form.handleSubmit(onSubmit)
  return (
    <Dialog title="Add New Link" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          error={errors.url?.message}
          {...register('url')}
        />
        <TextField label="Title" autoComplete="off" error={errors.title?.message} {...register('title')} />
        <TextArea label="Note" optional error={errors.note?.message} {...register('note')} />
        <TextField
          label="Tags"
          optional
          autoComplete="off"
          autoCapitalize="none"
          hint="Separate tags with commas"
          error={errors.tags?.message}
          {...register('tags')}
        />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Link'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
