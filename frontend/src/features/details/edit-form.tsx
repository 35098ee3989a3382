import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Link } from '../../data/answers.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useCollectionsFor } from '../../data/library/use-collections-for.ts'
import { formatExact } from '../../lib/format.ts'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { TagsField } from '../../parts/tags-field.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Clash } from './clash.tsx'
import { CollectionField } from './collection-field.tsx'
import { type Field, insisted, linkValue, shownTags, shownValue, typed, untyped } from './draft.ts'
import { Duplicate } from './duplicate.tsx'
import { TagList } from './tag-list.tsx'
import type { useDraft } from './use-draft.ts'
import { useSaveEdit } from './use-save-edit.ts'

type Props = {
  link: Link
  drafted: ReturnType<typeof useDraft>
  onDone: () => void
  /** Shown below the fields. */
  children: ReactNode
}

/** Rows that show a text as a whole where the browser does not fit the field to it. */
const rowsOf = (text: string) =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 44)), 0)

export const EditForm = ({ link, drafted, onDone, children }: Props) => {
  const { draft, keptAt, change } = drafted
  const collections = useCollectionsFor(link)
  const own = useCollections().find(({ id }) => id === link.collectionId)
  const isShared = link.library !== undefined || own?.members !== undefined
  const isTouch = useMedia(TOUCH)
  const form = useRef<HTMLFormElement>(null)
  const focus = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const saving = useSaveEdit({ link, drafted, focus, onDone })
  const { isChanged, problems, clashing, existing, refusal, isSaving, save, cancel } = saving

  const set = (field: Field, value: string) => {
    saving.forgetRefusal(field)
    // Pasted lines become one.
    const text = field === 'title' ? value.replace(/\s*\n\s*/g, ' ') : value
    change(typed(draft, link, field, text), link)
  }
  const field = (name: Field) => ({
    value: shownValue(draft, link, name),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  const clash = (name: Field) =>
    clashing.includes(name) && (
      <Clash
        theirs={
          name === 'collection'
            ? (collections.find(({ id }) => id === link.collectionId)?.name ?? 'No Collection')
            : linkValue(link, name)
        }
        isShared={isShared}
        onTake={() => change(untyped(draft, name), link)}
        onKeep={() => change(insisted(draft, link, name), link)}
      />
    )

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
      className="flex flex-1 flex-col gap-4.5"
    >
      {keptAt !== undefined && isChanged && (
        <p role="status" className="text-meta text-ink-2">
          Not saved yet. You typed this on {formatExact(keptAt)}.
        </p>
      )}
      <div>
        <TextArea
          label="Title"
          rows={1}
          autoComplete="off"
          enterKeyHint="done"
          data-focus-first={isTouch ? undefined : true}
          style={{ fieldSizing: 'content', resize: 'none' }}
          hint="Leave it empty to use the title of the page."
          error={problems.title}
          {...field('title')}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void save()
          }}
        />
        {clash('title')}
      </div>
      <div>
        <TextField
          label="URL"
          // As in Add Link: a field of type url would refuse addresses without a scheme.
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={problems.url}
          {...field('url')}
        />
        {clash('url')}
        {existing && (
          <Duplicate
            existing={existing}
            library={link.library}
            isSaving={isSaving}
            onSave={() => void save(true)}
            onBack={() => {
              set('url', link.url)
              focus('[inputmode=url]')
            }}
          />
        )}
      </div>
      <div>
        <TextArea
          label="Note"
          optional
          rows={Math.max(3, rowsOf(shownValue(draft, link, 'note')))}
          style={{ fieldSizing: 'content', minHeight: '5.25rem' }}
          error={problems.note}
          {...field('note')}
        />
        {clash('note')}
      </div>
      <div>
        <TagsField
          label="Tags"
          optional
          hint="Separate tags with commas"
          error={problems.tags}
          value={draft.addedTags}
          onChange={addedTags => change({ ...draft, addedTags }, link)}
        />
        <TagList
          tags={shownTags(draft, link)}
          isArchived={link.isArchived}
          onLeave={onDone}
          onRemove={tag => change({ ...draft, removedTags: [...draft.removedTags, tag] }, link)}
        />
      </div>
      <div>
        <CollectionField collections={collections} {...field('collection')} />
        {clash('collection')}
      </div>
      {children}
      <div className="sticky -bottom-4 -mx-4 mt-auto -mb-4 border-t border-line bg-paper px-4 py-3">
        <div role="alert" className="empty:hidden [&>p]:mb-2.5">
          <FormError>{refusal}</FormError>
        </div>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={cancel}>{isChanged ? 'Discard' : 'Cancel'}</Button>
          <Button look="ink" type="submit" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}
