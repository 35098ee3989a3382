import { TagsField } from '../../../parts/tags-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { FormError, TextArea, TextField } from '../../../ui/field.tsx'
import type { useSchemaForm } from '../../../ui/use-schema-form.ts'
import type { AddLinkFields, AddLinkValues } from './add-link-form.ts'

type Props = {
  form: ReturnType<typeof useSchemaForm<AddLinkFields, AddLinkValues>>
  onClose: () => void
}

export const AddLinkDialog = ({ form, onClose }: Props) => {
  const { register, submit, errors, isSubmitting } = form
  return (
    <Dialog title="Add New Link" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          error={errors.url}
          {...register('url')}
        />
        <TextField label="Title" autoComplete="off" error={errors.title} {...register('title')} />
        <TextArea label="Note" optional error={errors.note} {...register('note')} />
        <TagsField
          label="Tags"
          optional
          hint="Separate tags with commas"
          error={errors.tags}
          value={form.watch('tags')}
          onChange={tags => form.setValue('tags', tags, { shouldValidate: form.isSubmitted })}
        />
        <FormError>{errors.root}</FormError>
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
