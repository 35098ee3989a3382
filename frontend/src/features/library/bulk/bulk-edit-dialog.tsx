import { BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { z } from 'zod/mini'
import { type Id, idFrom, numberOf } from '../../../data/id.ts'
import { useCollectionsFor } from '../../../data/library/use-collections-for.ts'
import { countOf } from '../../../lib/format.ts'
import { splitTags } from '../../../parts/tags.ts'
import { saveOnEnter } from '../../../parts/tags-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { useSchemaForm } from '../../../ui/use-schema-form.ts'
import { useLibrariesOf, useSelectionActs } from '../selection.ts'
import { BulkTagsFields, type TagsMode } from './tags-fields.tsx'

type Props = {
  linkIds: readonly Id[]
  /** A field that is ticked from the start. */
  wants?: 'collection' | 'tags'
  onClose: () => void
}

const SELECT =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-ui pointer-coarse:text-[1rem]'

type Fields = {
  linkIds: readonly Id[]
  isWanted: { collection: boolean; favorite: boolean; archive: boolean; tags: boolean }
  collection: string
  favorite: string
  archive: string
  tagsMode: TagsMode
  tags: string
}

const tagsUpdate = ({ tagsMode, tags }: Fields) => {
  const list = splitTags(tags)
  if (tagsMode === 'replace') return { tags: list }
  return tagsMode === 'add' ? { addTags: list } : { removeTags: list }
}

/** Tags are to be added or removed, and none is named. */
const hasNoTags = ({ addTags, removeTags }: z.output<typeof BulkEditRequest>['updates']): boolean =>
  (addTags ?? removeTags)?.length === 0

/** Makes the request of the wanted fields. Shows the first problem for the whole form. */
const toRequest = z.transform((fields: Fields, context): z.output<typeof BulkEditRequest> => {
  const { linkIds, isWanted, collection, favorite, archive } = fields
  const { data, error } = BulkEditRequest.safeParse({
    linkIds: linkIds.map(numberOf),
    updates: {
      ...(isWanted.collection && { collectionId: collection === '' ? null : numberOf(idFrom(collection)) }),
      ...(isWanted.favorite && { isFavorite: favorite === 'true' }),
      ...(isWanted.archive && { isArchived: archive === 'true' }),
      ...(isWanted.tags && tagsUpdate(fields)),
    },
  })
  if (data && !hasNoTags(data.updates)) return data
  context.issues.push({
    code: 'custom',
    path: ['root'],
    message: error?.issues[0]?.message ?? 'Please type at least one tag.',
    input: fields,
  })
  return z.NEVER
})
const BulkEditForm = z.pipe(z.custom<Fields>(), toRequest)

/** Changes only the fields whose box is ticked. */
export default function BulkEditDialog({ linkIds, wants, onClose }: Props) {
  const [library, ...others] = useLibrariesOf(linkIds)
  const collections = useCollectionsFor(library === undefined ? undefined : { library })
  const { editLinks } = useSelectionActs()
  const form = useSchemaForm(BulkEditForm, {
    defaults: {
      linkIds,
      isWanted: {
        collection: wants === 'collection',
        favorite: false,
        archive: false,
        tags: wants === 'tags',
      },
      collection: '',
      favorite: 'true',
      archive: 'true',
      tagsMode: 'add',
      tags: '',
    },
    onSubmit: async request => {
      const outcome = await editLinks(linkIds, { updates: request.updates })
      // Its own dialog has asked by now.
      if (outcome.status === 'refused' && outcome.error.details.isTooLargeToUndo) return
      if (outcome.status === 'refused') throw outcome.error
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
      description={`Changes ${countOf(linkIds.length, 'link')}. What is not ticked stays as it is.`}
    >
      <form noValidate className="mt-4 flex flex-col gap-3" onSubmit={form.submit} onKeyDown={saveOnEnter}>
        {others.length === 0 && (
          <OptIn label="Collection" isOn={isWanted.collection} box={want('collection')}>
            <select
              aria-label="New collection"
              data-focus-first={wants === 'collection' || undefined}
              className={SELECT}
              {...register('collection')}
            >
              <option value="">{library === undefined ? 'No Collection' : 'Remove from collection'}</option>
              {collections.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </OptIn>
        )}
        <OptIn label="Favorite" isOn={isWanted.favorite} box={want('favorite')}>
          <select aria-label="New favorite state" className={SELECT} {...register('favorite')}>
            <option value="true">Add to favorites</option>
            <option value="false">Remove from favorites</option>
          </select>
        </OptIn>
        <OptIn label="Tags" isOn={isWanted.tags} box={want('tags')}>
          <BulkTagsFields
            linkIds={linkIds}
            hasFocus={wants === 'tags'}
            mode={form.watch('tagsMode') as TagsMode}
            select={{ className: SELECT, ...register('tagsMode') }}
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
