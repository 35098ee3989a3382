import { RenameTagRequest } from '@lectern/contracts/api/link-requests.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useSchemaForm } from '../../../ui/use-schema-form.ts'
import { LinksOfTag } from './links-of-tag.tsx'
import { useTagAct } from './use-tag-act.ts'

const RenameForm = z.object({
  to: RenameTagRequest.shape.to.check(
    z.refine(name => !name.includes(','), 'A comma separates tags, so a name has none.'),
  ),
})

type Props = {
  tag: string
  focusAfter: () => HTMLElement | null
  /** Another tag has the new name. */
  onTaken: (into: string) => void
  onDone: (tag: string) => void
  onClose: () => void
}

export const RenameDialog = ({ tag, focusAfter, onTaken, onDone, onClose }: Props) => {
  const act = useTagAct()
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const form = useSchemaForm(RenameForm, {
    defaults: { to: tag },
    onSubmit: async ({ to }) => {
      if (to === tag) return onClose()
      let isTaken = false
      const outcome = await act(
        'renameTag',
        { from: tag, to },
        {
          from: tag,
          to,
          answers: ({ status }) => {
            isTaken = isOpen.current && status === 409 && tagKey(to) !== tagKey(tag)
            return isTaken
          },
        },
      )
      if (isTaken) onTaken(to)
      else if (outcome.status !== 'refused') onDone(to)
      else if (!outcome.error.details.isTooLargeToUndo) throw outcome.error
    },
  })
  return (
    <Dialog
      title="Rename Tag"
      description={
        <>
          <LinksOfTag tag={tag} verb={['gets', 'get']} /> the new name.
        </>
      }
      focusAfter={focusAfter}
      onClose={onClose}
    >
      <form noValidate className="mt-4" onSubmit={form.submit}>
        <TextField
          label="Name"
          data-focus-first
          autoComplete="off"
          autoCapitalize="none"
          error={form.errors.to ?? form.errors.root}
          onFocus={event => event.target.select()}
          {...form.register('to')}
        />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={form.isSubmitting}>
            {form.isSubmitting ? 'Renaming...' : 'Rename'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
