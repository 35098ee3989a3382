import type { NoteType } from '@lectern/contracts/api/notes.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Note } from '../../data/answers.ts'
import { useAct } from '../../data/library/use-library.tsx'
import { type Draft, dropDraft, keepDraft } from '../../data/notes/drafts.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { formatExact } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { NOTE_TYPES, QuoteBlock } from './note-parts.tsx'
import { saveDraft } from './save-draft.ts'
import { useMayShare } from './use-may-share.ts'

type Props = {
  /** The first values; or what was typed before and has not been sent. */
  draft: Draft
  /** Whether it was kept from before. */
  isKept: boolean
  /** The draft on a note that is gone. This one takes its place. */
  replaces?: Draft
  /** The note that is edited, as it is now. */
  note?: Note | undefined
  onClose: () => void
}

const isSame = (a: Draft, b: Draft): boolean =>
  a.content === b.content &&
  a.isPrivate === b.isPrivate &&
  Boolean(a.shared) === Boolean(b.shared) &&
  a.type === b.type &&
  a.selectedText === b.selectedText

const problemOf = ({ content }: Draft): string | undefined => {
  if (content.trim() === '') return 'Content required. Please enter note content before saving.'
  return content.length > NOTE_TEXT_MAX ? 'This note is too long' : undefined
}

/** Writes a new note, or edits one. Each change is kept on the device until the server has it. */
export const NoteEditor = ({ draft: first, isKept, replaces, note, onClose }: Props) => {
  const { id: userId } = useUser()
  const act = useAct()
  const mayShare = useMayShare(first.linkId)
  const [draft, setDraft] = useState(first)
  const [typedAt] = useState(first.at)
  const hintId = useId()
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = isKept ? null : form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [isKept])
  const isNew = draft.of === null
  const isChanged = isKept || !isSame(draft, first)

  const dropReplaced = () => {
    if (replaces) dropDraft(userId, replaces)
  }
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed, at: new Date().toISOString() }
    setDraft(next)
    dropReplaced()
    const isEmpty = isNew ? next.content.trim() === '' && !next.selectedText?.trim() : isUnchanged(next)
    if (isEmpty) dropDraft(userId, next)
    else keepDraft(userId, next)
  }
  const discard = () => {
    dropReplaced()
    dropDraft(userId, draft)
    onClose()
  }
  const save = () => {
    setTried(true)
    if (problemOf(draft)) {
      form.current?.querySelector<HTMLElement>('textarea[name=content]')?.focus()
      return
    }
    const selectedText = draft.selectedText?.trim() || null
    const ready = { ...draft, content: draft.content.trim(), selectedText }
    if (!isNew && isUnchanged(ready)) return discard()
    // The sent text and the kept one are equal, so that the answer deletes the draft.
    keepDraft(userId, ready)
    dropReplaced()
    saveDraft(act, ready, note)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }

  const hasPassage = draft.position !== null || !isNew
  // A highlight without words of its own is those of the article.
  const passage = draft.selectedText ?? (draft.type === 'highlight' && draft.of ? draft.of.content : null)
  return (
    <form
      ref={form}
      noValidate
      data-begun={(isKept && isNew && !hasPassage) || undefined}
      aria-label={isNew ? 'New note' : `Edit ${NOTE_TYPES[draft.type].label.toLowerCase()}`}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      className="flex flex-col gap-3 rounded-card border border-line-2 bg-surface p-4"
    >
      {isKept && (
        <p role="status" className="text-meta text-ink-2">
          Not saved yet. You typed this on {formatExact(typedAt)}.
        </p>
      )}
      {isNew && <TypeChoice value={draft.type} onChange={type => change({ type })} />}
      {hasPassage && passage && (
        <QuoteBlock color={draft.color} className="line-clamp-6">
          {passage}
        </QuoteBlock>
      )}
      {!hasPassage && draft.type === 'highlight' && (
        <TextArea
          label="Selected text"
          optional
          rows={2}
          value={draft.selectedText ?? ''}
          onChange={event => change({ selectedText: event.target.value })}
        />
      )}
      <TextArea
        label="Content"
        name="content"
        rows={4}
        value={draft.content}
        error={isTried ? problemOf(draft) : undefined}
        onChange={event => change({ content: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-x-2.5">
        <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium pointer-coarse:min-h-11">
          <input
            type="checkbox"
            aria-describedby={hintId}
            className="size-4.5 accent-(--ink) pointer-coarse:size-6"
            checked={draft.isPrivate}
            onChange={({ target }) =>
              change({ isPrivate: target.checked, ...(target.checked && draft.shared && { shared: false }) })
            }
          />
          Private
        </label>
        <span id={hintId} className="text-meta text-ink-3">
          Left out of exports that you share
        </span>
      </div>
      {(mayShare || draft.shared) && (
        <label className="-mt-2 flex min-h-9 cursor-pointer items-center gap-2.5 font-medium pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4.5 accent-(--ink) pointer-coarse:size-6"
            checked={draft.shared ?? false}
            onChange={({ target }) =>
              change({ shared: target.checked, ...(target.checked && { isPrivate: false }) })
            }
          />
          Visible to members
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={discard}>{isChanged ? 'Discard' : 'Cancel'}</Button>
        <Button look="ink" type="submit">
          Save
        </Button>
      </div>
    </form>
  )
}

const isUnchanged = ({ of, content, isPrivate, shared }: Draft): boolean =>
  of !== null &&
  of.content === content &&
  of.isPrivate === isPrivate &&
  Boolean(of.shared) === Boolean(shared)

const TypeChoice = ({ value, onChange }: { value: NoteType; onChange: (type: NoteType) => void }) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">Type</legend>
      <div className="flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        {Object.entries(NOTE_TYPES).map(([type, { label, Icon }]) => (
          <label
            key={type}
            className="flex min-h-8 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-[7px] px-2 text-meta font-medium text-ink-2 has-checked:bg-surface has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-marker-ink pointer-coarse:min-h-11 [&_.lucide]:size-4"
          >
            <input
              type="radio"
              name={name}
              value={type}
              checked={value === type}
              onChange={() => onChange(type as NoteType)}
              className="sr-only"
            />
            <Icon aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
