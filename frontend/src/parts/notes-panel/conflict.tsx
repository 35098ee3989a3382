import type { Note } from '../../data/answers.ts'
import { useAct } from '../../data/library/use-library.tsx'
import { type Draft, dropDraft, keepDraft } from '../../data/notes/drafts.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { newKey } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { saveDraft } from './save-draft.ts'

const Version = ({ title, children }: { title: string; children: string }) => (
  <section aria-label={title}>
    <h3 className="font-sans text-meta font-semibold text-ink-2">{title}</h3>
    <p
      dir="auto"
      className="mt-1 max-h-48 overflow-y-auto rounded-control bg-sunken px-3 py-2 break-words whitespace-pre-line text-ink"
      // A scrolling text can be read by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      {children}
    </p>
  </section>
)

/** Both texts of a note that was changed here and elsewhere, and the choice between them. */
export const Conflict = ({ draft, note }: { draft: Draft; note: Note }) => {
  const { id: userId } = useUser()
  const act = useAct()
  const keepMine = () => {
    const { id, content, isPrivate, shared, updatedAt } = note
    // A privacy that the person did not change stays as it is.
    const isMine = draft.isPrivate !== draft.of?.isPrivate
    const based = {
      ...draft,
      isPrivate: isMine ? draft.isPrivate : isPrivate,
      of: { id, content, isPrivate, updatedAt, ...(shared && { shared }) },
    }
    keepDraft(userId, based)
    saveDraft(act, based, note)
  }
  const keepTheirs = () => dropDraft(userId, draft)
  const keepBoth = () => {
    dropDraft(userId, draft)
    const copy = { ...draft, of: null, clientId: newKey() }
    keepDraft(userId, copy)
    saveDraft(act, copy, undefined)
  }
  return (
    <section
      aria-label="Changed elsewhere"
      className="flex flex-col gap-3 rounded-card border border-danger bg-surface p-4"
    >
      <p role="alert" className="text-ink">
        This note was changed elsewhere meanwhile. Nothing is lost: choose the text to keep.
      </p>
      <Version title="Your text">{draft.content}</Version>
      <Version title="The text as it is now">{note.content}</Version>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={keepMine}>Keep yours</Button>
        <Button onClick={keepTheirs}>Keep the other</Button>
        <Button look="ink" onClick={keepBoth}>
          Keep both
        </Button>
      </div>
    </section>
  )
}
