import { NotebookPen, Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Note } from '../../../data/answers.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { useNotesPanel } from '../../../parts/notes-panel/use-notes-panel.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { AnchoredNote } from './anchoring/anchor-notes.ts'
import { HIGHLIGHT_COLORS } from './colors.ts'
import { BarButton, CloseButton, FloatingBar, Swatch } from './floating-bar.tsx'

const deletion = lazyPart(() => import('../../../parts/delete-note-dialog.tsx'))

const NAMES = { note: 'note', highlight: 'highlight', quote: 'quote' } as const

type Props = {
  article: RefObject<HTMLElement | null>
  /** The notes at one place of the text, the shortest first. */
  notes: readonly AnchoredNote[]
  onClose: () => void
}

/** Acts on the notes at a place: open, recolour, remove. A row for each where they overlap. */
export const NoteBar = ({ article, notes, onClose }: Props) => {
  const [deleting, setDeleting] = useState<Note | null>(null)
  const [first] = notes
  if (deleting) return <deletion.Component note={deleting} onClose={onClose} onFailure={onClose} />
  if (!first) return null
  return (
    <FloatingBar label="Highlight" article={article} span={first.span} isFocused onClose={onClose}>
      <div className="flex flex-col">
        {notes.map(({ note }, index) => (
          <Row
            key={note.id}
            note={note}
            isFirst={index === 0}
            onDelete={() => setDeleting(note)}
            onClose={onClose}
          />
        ))}
      </div>
    </FloatingBar>
  )
}

type RowProps = { note: Note; isFirst: boolean; onDelete: () => void; onClose: () => void }

const Row = ({ note, isFirst, onDelete, onClose }: RowProps) => {
  const act = useAct()
  const { open } = useNotesPanel()
  const { id: noteId, linkId, type } = note
  const hasOwnText = type === 'note' || note.content !== note.selectedText
  const remove = () => {
    // A deletion asks first where the person wrote something; a highlight alone can be made again.
    if (hasOwnText) return onDelete()
    void act('deleteNote', { noteId, linkId })
    onClose()
  }
  return (
    <fieldset
      aria-label={`${NAMES[type]}${note.writer ? ` of ${note.writer.name}` : ''}: ${(note.selectedText ?? note.content).slice(0, 80)}`}
      className="flex flex-wrap items-center gap-0.5"
    >
      <BarButton
        onClick={() => {
          open({ linkId, noteId })
          onClose()
        }}
      >
        <NotebookPen aria-hidden />
        Open {NAMES[type]}
      </BarButton>
      {note.writer ? (
        <span dir="auto" className="px-2 text-meta">
          by {note.writer.name}
        </span>
      ) : (
        <BarButton label={`Remove ${NAMES[type]}`} onClick={remove}>
          <Trash2 aria-hidden />
        </BarButton>
      )}
      {isFirst && <CloseButton onClick={onClose} />}
      {(note.writer ? [] : HIGHLIGHT_COLORS).map(({ name, color }) => (
        <BarButton
          key={name}
          label={`Color it ${name}`}
          onClick={() => {
            void act('reviseNote', { noteId, linkId, color })
            onClose()
          }}
        >
          <Swatch color={color} isChosen={color.toLowerCase() === note.color.toLowerCase()} />
        </BarButton>
      ))}
    </fieldset>
  )
}
