import type { Note } from '../data/answers.ts'
import { useAct } from '../data/library/use-library.tsx'
import { ConfirmDialog, mainElement } from './confirm-dialog.tsx'

const NAMES = { note: 'Note', highlight: 'Highlight', quote: 'Quote' } as const

type Props = {
  note: Pick<Note, 'id' | 'linkId' | 'type' | 'content'>
  /** The element to focus after the deletion; by default the screen. */
  focusAfter?: () => HTMLElement | null
  onClose: () => void
}

export default function DeleteNoteDialog({ note, focusAfter = mainElement, onClose }: Props) {
  const act = useAct()
  return (
    <ConfirmDialog
      title={`Delete ${NAMES[note.type]}`}
      onClose={onClose}
      focusAfter={focusAfter}
      act={() => act('deleteNote', { noteId: note.id, linkId: note.linkId })}
    >
      <p dir="auto" className="line-clamp-4 break-words whitespace-pre-line text-ink">
        {note.content}
      </p>
      <p className="mt-2">This action cannot be undone.</p>
    </ConfirmDialog>
  )
}
