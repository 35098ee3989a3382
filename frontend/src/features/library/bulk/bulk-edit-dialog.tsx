import { BulkEditRequest } from '@lectern/contracts/api/links.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { collectionsQuery } from '../../../lib/collections.ts'
import { countOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { splitTags } from '../add-link/add-link-form.ts'
import { useSelectAll } from '../selection.ts'
import { useBulkEdit } from './bulk-actions.ts'

type Props = { linkIds: number[]; onClose: () => void }

const SELECT =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-ui pointer-coarse:text-[1rem]'

/** Changes only the fields whose box is ticked. */
export default function BulkEditDialog({ linkIds, onClose }: Props) {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const edit = useBulkEdit()
  const { clear } = useSelectAll()
  const isDone = useRef(false)
  const [wanted, setWanted] = useState<ReadonlySet<Field>>(new Set())
  const [collection, setCollection] = useState('')
  const [isFavorite, setFavorite] = useState('true')
  const [isArchived, setArchived] = useState('true')
  const [tags, setTags] = useState('')
  const [error, setError] = useState<string>()

  const want = (field: Field) => (isOn: boolean) => {
    setError(undefined)
    setWanted(before => {
      const next = new Set(before)
      if (isOn) next.add(field)
      else next.delete(field)
      return next
    })
  }
  const submit = () => {
    const request = BulkEditRequest.safeParse({
      linkIds,
      updates: {
        ...(wanted.has('collection') && { collectionId: collection === '' ? null : Number(collection) }),
        ...(wanted.has('favorite') && { isFavorite: isFavorite === 'true' }),
        ...(wanted.has('archive') && { isArchived: isArchived === 'true' }),
        ...(wanted.has('tags') && { tags: splitTags(tags) }),
      },
    })
    if (!request.success) return setError(request.error.issues[0]?.message)
    edit.mutateAsync(request.data).then(
      () => {
        isDone.current = true
        clear()
        onClose()
      },
      () => undefined,
    )
  }
  return (
    <Dialog
      title="Edit Selected"
      onClose={onClose}
      focusAfter={() => (isDone.current ? document.getElementById('main') : null)}
      description={`Changes ${countOf(linkIds.length, 'link')}. What is not ticked stays as it is.`}
    >
      <form
        noValidate
        className="mt-4 flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <OptIn label="Collection" isOn={wanted.has('collection')} onToggle={want('collection')}>
          <select
            aria-label="New collection"
            className={SELECT}
            value={collection}
            onChange={event => setCollection(event.target.value)}
          >
            <option value="">No Collection</option>
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </OptIn>
        <OptIn label="Favorite" isOn={wanted.has('favorite')} onToggle={want('favorite')}>
          <select
            aria-label="New favorite state"
            className={SELECT}
            value={isFavorite}
            onChange={event => setFavorite(event.target.value)}
          >
            <option value="true">Add to favorites</option>
            <option value="false">Remove from favorites</option>
          </select>
        </OptIn>
        <OptIn label="Tags" isOn={wanted.has('tags')} onToggle={want('tags')}>
          <TextField
            label="New tags"
            autoComplete="off"
            autoCapitalize="none"
            hint="Separate tags with commas. They replace the present ones; empty removes all."
            value={tags}
            onChange={event => setTags(event.target.value)}
          />
        </OptIn>
        <OptIn label="Archive" isOn={wanted.has('archive')} onToggle={want('archive')}>
          <select
            aria-label="New archive state"
            className={SELECT}
            value={isArchived}
            onChange={event => setArchived(event.target.value)}
          >
            <option value="true">Move to the archive</option>
            <option value="false">Move out of the archive</option>
          </select>
        </OptIn>
        {error && (
          <p role="alert" className="text-meta text-danger">
            {error}
          </p>
        )}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit" disabled={edit.isPending}>
            {edit.isPending ? 'Saving...' : 'Save'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type Field = 'collection' | 'favorite' | 'tags' | 'archive'
type OptInProps = { label: string; isOn: boolean; onToggle: (isOn: boolean) => void; children: ReactNode }

const OptIn = ({ label, isOn, onToggle, children }: OptInProps) => {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4.5 accent-(--ink) pointer-coarse:size-6"
          aria-controls={isOn ? id : undefined}
          checked={isOn}
          onChange={event => onToggle(event.target.checked)}
        />
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
