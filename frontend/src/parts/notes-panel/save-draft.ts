import type { SeenNote } from '../../data/acts/on-notes.ts'
import type { Note } from '../../data/answers.ts'
import { isUnsentId } from '../../data/id.ts'
import type { Draft } from '../../data/notes/drafts.ts'
import { currentOf } from '../../data/outbox/conflicting-copy.ts'
import type { Outbox } from '../../data/outbox/outbox.ts'

/** Whether the texts of the draft and of the note both changed since the editing began. */
export const isConflict = ({ of, content }: Draft, note: Note): boolean =>
  of !== null && note.content !== of.content && content !== of.content && content !== note.content

/**
 * Sends a draft. A revision names only the fields that the person changed, so that it takes back no other change. A text
 * is based on the one that the person saw: `note` is the note as it is shown now.
 */
export const saveDraft = (act: Outbox['act'], draft: Draft, note: Note | undefined): void => {
  const { of, at: _, ...taken } = draft
  if (of === null) {
    void act('takeNote', taken)
    return
  }
  const { linkId, content, isPrivate, shared, type, selectedText, color, position, anchor } = draft
  const was: SeenNote = {
    type,
    selectedText,
    color,
    position,
    anchor,
    content: of.content,
    isPrivate: of.isPrivate,
    ...(of.shared && { shared: true }),
  }
  const isOtherwiseShared = Boolean(shared) !== Boolean(of.shared)
  const changes = {
    ...(content !== of.content && { content }),
    ...(isPrivate !== of.isPrivate && { isPrivate }),
    ...(isOtherwiseShared && { shared: shared === true }),
  }
  const revise = (basedOn: string | undefined) =>
    void act(
      'reviseNote',
      { noteId: of.id, linkId, ...changes, ...(changes.content !== undefined && { basedOn, was }) },
      {
        answers: refusal => {
          // Only its colour or its privacy changed, so both changes can stand.
          const current = currentOf(refusal)
          if (current?.content !== of.content) return false
          revise(current.updatedAt)
          return true
        },
      },
    )
  if (isUnsentId(of.id)) revise(undefined)
  else revise(note?.content === of.content ? note.updatedAt : of.updatedAt)
}
