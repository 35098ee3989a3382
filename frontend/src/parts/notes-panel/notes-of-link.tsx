import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Note } from '../../data/answers.ts'
import type { Id } from '../../data/id.ts'
import { useDrafts } from '../../data/library/use-drafts.ts'
import { useNotesOfLink } from '../../data/library/use-notes.ts'
import type { Draft } from '../../data/notes/drafts.ts'
import { newNote } from '../../data/notes/new-note.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Conflict } from './conflict.tsx'
import { NoteCard } from './note-card.tsx'
import { NoteEditor } from './note-editor.tsx'
import { isConflict } from './save-draft.ts'
import { ShareNotes } from './share-notes.tsx'
import { type Passage, useNotesPanel } from './use-notes-panel.ts'

const deletion = lazyPart(() => import('../delete-note-dialog.tsx'))

const now = () => new Date().toISOString()
const emptyDraft = (linkId: Id, passage: Partial<Passage> = {}): Draft => ({
  ...newNote({ linkId, type: 'note', content: '', ...passage }),
  of: null,
  at: now(),
})
const draftOf = (note: Note): Draft => {
  const { id, linkId, type, content, isPrivate, shared, updatedAt, selectedText, color, position, anchor } =
    note
  const texts = { content, isPrivate, ...(shared && { shared }) }
  return {
    ...newNote({ linkId, type, selectedText, color, position, anchor, ...texts }),
    of: { id, updatedAt, ...texts },
    at: now(),
  }
}

type Props = {
  linkId: Id
  /** The note whose form is open at first. */
  editId?: Id | undefined
  /** The person goes to the place of a note in the article. */
  onShow?: () => void
}

/** All notes of an article in its order, a form for a new one, and what was typed and is not saved. */
export const NotesOfLink = ({ linkId, editId, onShow }: Props) => {
  const { notes, error, refetch } = useNotesOfLink(linkId)
  const drafts = useDrafts(linkId)
  const root = useRef<HTMLDivElement>(null)
  /** The new note in the form. */
  const [taking, setTaking] = useState<Draft | null>(null)
  /** The notes whose form was opened here. */
  const [editing, setEditing] = useState<readonly Draft[]>([])
  const [deleting, setDeleting] = useState<Note | null>(null)

  const cardOf = (id: Id | undefined) =>
    root.current?.querySelector<HTMLElement>(`[data-note="${id}"]`) ?? null
  const [isEditOpen, setEditOpen] = useState(editId === undefined)
  const wanted = isEditOpen ? undefined : notes?.find(({ id }) => id === editId)
  if (wanted) {
    setEditOpen(true)
    setEditing([draftOf(wanted)])
  }
  const { opening, settle } = useNotesPanel()
  const isLoaded = notes !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is shown once, when the notes are there
  useEffect(() => {
    if (!isLoaded || opening?.linkId !== linkId) return
    if (opening.passage) setTaking(emptyDraft(linkId, opening.passage))
    else if (opening.isNew) {
      // A note that was begun before goes on.
      const begun = root.current?.querySelector<HTMLElement>('[data-begun] textarea[name=content]')
      if (begun) begun.focus()
      else setTaking(draft => draft ?? emptyDraft(linkId))
    }
    const card = opening.noteId === undefined ? null : cardOf(opening.noteId)
    card?.scrollIntoView({ block: 'center' })
    card?.querySelector('button')?.focus({ preventScroll: true })
    if (opening.passage || opening.isNew || card) settle()
  }, [isLoaded, opening])

  if (!notes) return error ? <Failure onRetry={refetch} /> : <Shape />

  const isThere = (id: Id | undefined) => notes.some(note => note.id === id)
  // Text that was typed into a note that is gone becomes a new one.
  const kept = drafts.filter(({ of, clientId }) => (of ? !isThere(of.id) : clientId !== taking?.clientId))
  const focusNew = () => root.current?.querySelector<HTMLElement>('[data-new-note]')?.focus()
  const stopTaking = () => {
    flushSync(() => setTaking(null))
    focusNew()
  }
  const stopEditing = (id: Id) => {
    flushSync(() => setEditing(all => all.filter(({ of }) => of?.id !== id)))
    ;(cardOf(id)?.querySelector('button') ?? root.current)?.focus()
  }
  const focusAfterDeletion = () => {
    const index = notes.findIndex(({ id }) => id === deleting?.id)
    const next = notes[index + 1] ?? notes[index - 1]
    return cardOf(next?.id)?.querySelector('button') ?? root.current
  }

  return (
    <div ref={root} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {taking ? (
        <NoteEditor key={taking.clientId} draft={taking} isKept={false} onClose={stopTaking} />
      ) : (
        <Button data-new-note onClick={() => setTaking(emptyDraft(linkId))} className="self-start">
          <Plus aria-hidden />
          New note
        </Button>
      )}
      <ShareNotes linkId={linkId} notes={notes} />
      {kept.map(draft => (
        <NoteEditor
          key={draft.clientId}
          draft={{ ...draft, of: null }}
          {...(draft.of && { replaces: draft })}
          isKept
          onClose={focusNew}
        />
      ))}
      {notes.length === 0 && !taking && kept.length === 0 && (
        <p className="py-6 text-ink-2">No notes on this article yet. Select words in it, or write a note.</p>
      )}
      {notes.map(note => {
        const own = editing.find(({ of }) => of?.id === note.id)
        const before = drafts.find(({ of }) => of?.id === note.id)
        // Nobody is interrupted while typing: a save is refused where the text has changed, and both are shown then.
        if (!own && before && isConflict(before, note))
          return <Conflict key={note.id} draft={before} note={note} />
        const draft = own ?? before
        if (draft)
          return (
            <NoteEditor
              key={note.id}
              draft={draft}
              isKept={own === undefined}
              note={note}
              onClose={() => stopEditing(note.id)}
            />
          )
        return (
          <NoteCard
            key={note.id}
            note={note}
            onEdit={() => setEditing(all => [...all, draftOf(note)])}
            onDelete={() => setDeleting(note)}
            {...(onShow && { onShow })}
          />
        )
      })}
      {deleting && (
        <deletion.Component
          note={deleting}
          focusAfter={focusAfterDeletion}
          onClose={() => setDeleting(null)}
          onFailure={() => setDeleting(null)}
        />
      )}
    </div>
  )
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-3 py-6">
    <p className="font-semibold">Failed to load notes</p>
    <p className="text-ink-2">Please try refreshing the page.</p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)

const Shape = () => (
  <div aria-hidden className="flex flex-col gap-3">
    <Skeleton className="h-9 w-28" />
    <Skeleton className="h-32 w-full rounded-card" />
    <Skeleton className="h-24 w-full rounded-card" />
  </div>
)
