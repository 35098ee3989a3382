import { BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { z } from 'zod/mini'
import { useCollections } from '../../../data/collections/use-collections.ts'
import { countOf } from '../../../lib/format.ts'
import { splitTags } from '../../../parts/tags.ts'
import { TagsField } from '../../../parts/tags-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { useSchemaForm } from '../../../ui/use-schema-form.ts'
import { useActOnSelection } from '../selection.ts'

type Props = {
  linkIds: number[]
  /** A field that is ticked from the start. */
  wants?: 'collection'
  onClose: () => void
}

const SELECT =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-ui pointer-coarse:text-[1rem]'

type Fields = {
  linkIds: number[]
  isWanted: { collection: boolean; favorite: boolean; archive: boolean; tags: boolean }
  collection: string
  favorite: string
  archive: string
  tags: string
}

/** Makes the request of the wanted fields. Shows the first problem for the whole form. */
const toRequest = z.transform((fields: Fields, context): z.output<typeof BulkEditRequest> => {
  const { linkIds, isWanted, collection, favorite, archive, tags } = fields
  const { data, error } = BulkEditRequest.safeParse({
    linkIds,
    updates: {
      ...(isWanted.collection && { collectionId: collection === '' ? null : Number(collection) }),
      ...(isWanted.favorite && { isFavorite: favorite === 'true' }),
      ...(isWanted.archive && { isArchived: archive === 'true' }),
      ...(isWanted.tags && { tags: splitTags(tags) }),
    },
  })
  if (data) return data
  context.issues.push({
    code: 'custom',
    path: ['root'],
    message: error.issues[0]?.message ?? '',
    input: fields,
  })
  return z.NEVER
})
const BulkEditForm = z.pipe(z.custom<Fields>(), toRequest)

/** Changes only the fields whose box is ticked. */
export default function BulkEditDialog({ linkIds, wants, onClose }: Props) {
  const collections = useCollections()
  const act = useActOnSelection()
  const isDone = useRef(false)
  const form = useSchemaForm(BulkEditForm, {
    defaults: {
      linkIds,
      isWanted: { collection: wants === 'collection', favorite: false, archive: false, tags: false },
      collection: '',
      favorite: 'true',
      archive: 'true',
      tags: '',
    },
    onSubmit: async request => {
      const outcome = await act('editLinks', request)
      if (outcome.status === 'refused') throw outcome.error
      isDone.current = true
      onClose()
    },
  })
  const { register, errors, isSubmitting } = form
  const isWanted = form.watch('isWanted')
  const want = (field: keyof Fields['isWanted']) =>
    register(`isWanted.${field}`, { onChange: () => form.clearErrors() })
  return (
    <Dialog
      title="Edit Selected"
      onClose={onClose}
      focusAfter={() => (isDone.current ? document.getElementById('main') : null)}
      description={`Changes ${countOf(linkIds.length, 'link')}. What is not ticked stays as it is.`}
    >
      <form noValidate className="mt-4 flex flex-col gap-3" onSubmit={form.submit}>
        <OptIn label="Collection" isOn={isWanted.collection} box={want('collection')}>
          <select
            aria-label="New collection"
            data-focus-first={wants && true}
            className={SELECT}
            {...register('collection')}
          >
            <option value="">No Collection</option>
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </OptIn>
        <OptIn label="Favorite" isOn={isWanted.favorite} box={want('favorite')}>
          <select aria-label="New favorite state" className={SELECT} {...register('favorite')}>
            <option value="true">Add to favorites</option>
            <option value="false">Remove from favorites</option>
          </select>
        </OptIn>
        <OptIn label="Tags" isOn={isWanted.tags} box={want('tags')}>
          <TagsField
            label="New tags"
            hint="Separate tags with commas. They replace the present ones; empty removes all."
            value={form.watch('tags')}
            onChange={tags => form.setValue('tags', tags)}
          />
        </OptIn>
        <OptIn label="Archive" isOn={isWanted.archive} box={want('archive')}>
          <select aria-label="New archive state" className={SELECT} {...register('archive')}>
            <option value="true">Move to the archive</option>
            <option value="false">Move out of the archive</option>
          </select>
        </OptIn>
        {errors.root && (
          <p role="alert" className="text-meta text-danger">
            {errors.root}
          </p>
        )}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type OptInProps = { label: string; isOn: boolean; box: ComponentProps<'input'>; children: ReactNode }

const OptIn = ({ label, isOn, box, children }: OptInProps) => {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium pointer-coarse:min-h-11">
        <input type="checkbox" className="checkbox" aria-controls={isOn ? id : undefined} {...box} />
        {label}
      </label>
      {isOn && (
        <div id={id} className="mt-1 pl-7">
          {children}
        </div>
      )}
    </div>
  )
}
