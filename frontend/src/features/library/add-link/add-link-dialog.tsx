import type { Id } from '../../../data/id.ts'
import { saveOnEnter, TagsField } from '../../../parts/tags-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { FormError, TextArea, TextField } from '../../../ui/field.tsx'
import { AlreadyThere } from './already-there.tsx'
import type { useAddLinkForm } from './use-add-link-form.ts'

type Props = {
  form: ReturnType<typeof useAddLinkForm>
  onSubmit: (withText: boolean) => void
  /** The browser extension can give the text of the page. */
  hasPage: boolean
  /** Opens the link that has this address already. What was typed is kept as a draft. */
  onOpenExisting: (linkId: Id) => void
  /** Closes the dialog and keeps what was typed as a draft. */
  onClose: () => void
  onCancel: () => void
}

export const AddLinkDialog = (props: Props) => {
  const { form, onSubmit, hasPage, onOpenExisting, onClose, onCancel } = props
  const { register, errors, isSubmitting } = form
  return (
    <Dialog title="Add New Link" onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit(false)
        }}
        onKeyDown={saveOnEnter}
        className="flex flex-col gap-4.5"
      >
        {form.isDraft && (
          <p className="flex items-baseline justify-between gap-4 text-ink-2">
            What you typed before is still here.
            <TextButton onClick={form.clear}>Clear</TextButton>
          </p>
        )}
        <TextField
          label="URL"
          // A field of type url would refuse addresses without a scheme to assistive technology.
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          error={errors.url}
          data-focus-first
          // The next typed text replaces the address of a draft.
          onFocus={event => form.isDraft && event.target.select()}
          {...register('url')}
        />
        <AlreadyThere url={form.watch('url')} onOpen={onOpenExisting} />
        <TextField
          label="Title"
          autoComplete="off"
          error={errors.title}
          aside={<TitleSource form={form} />}
          {...register('title', { onChange: form.typeTitle })}
        />
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
          <Button onClick={onCancel}>Cancel</Button>
          {hasPage && (
            <Button disabled={isSubmitting} onClick={() => onSubmit(true)}>
              Save with its text
            </Button>
          )}
          <Button look="ink" type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Link'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Says where the title is from, and gives a typed one up. */
const TitleSource = ({ form }: Pick<Props, 'form'>) => {
  if (form.isTitleTyped)
    return form.hasSuggestion && <TextButton onClick={form.takeSuggestion}>Use the page’s title</TextButton>
  return form.isTitleOfPage && <span className="text-meta text-ink-3">From the page</span>
}

const TextButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    onClick={onClick}
    className="underlined -my-1 shrink-0 rounded-[4px] py-1 text-meta text-ink pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
  >
    {children}
  </button>
)
