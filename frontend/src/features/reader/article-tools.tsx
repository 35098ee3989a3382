import { Eraser, NotebookPen, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Id } from '../../data/id.ts'
import { useDrafts } from '../../data/library/use-drafts.ts'
import { useNotesOfLink } from '../../data/library/use-notes.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { preloadNotesPanel } from '../../parts/notes-panel/notes-panel.tsx'
import { useNotesPanel } from '../../parts/notes-panel/use-notes-panel.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** What the menu does with the own highlights. Empty without any. */
export const useHighlightEntries = (linkId: Id) => {
  const { notes = [] } = useNotesOfLink(linkId)
  const openDialog = useOpenDialog()
  const count = notes.filter(({ type, writer }) => type === 'highlight' && !writer).length
  if (count === 0) return []
  return [
    ...(typeof linkId === 'number'
      ? [
          {
            label: 'Share highlights…',
            icon: Share2,
            onSelect: () => openDialog('publicLink', { linkId, kind: 'highlights' }),
          },
        ]
      : []),
    {
      label: `Clear highlights (${count})`,
      icon: Eraser,
      onSelect: () => openDialog('clearHighlights', { linkId }),
    },
  ]
}

type Props = { linkId: Id; listen: ReactNode }

/** The bar's buttons for the text: Listen, and Notes with their count and a sign of what was typed and not saved. */
export const ArticleTools = ({ linkId, listen }: Props) => {
  const { notes = [] } = useNotesOfLink(linkId)
  const hasDraft = useDrafts(linkId).length > 0
  const panel = useNotesPanel()
  return (
    <>
      {listen}
      <Tool
        isPressed={panel.isOpen}
        onPreload={preloadNotesPanel}
        onClick={() => (panel.isOpen ? panel.close() : panel.open({ linkId }))}
      >
        <NotebookPen aria-hidden />
        <span className="tabular">
          <span className="max-sm:sr-only">Notes </span>
          {notes.length > 0 && notes.length}
        </span>
        {hasDraft && (
          <span className="size-2 rounded-full bg-marker ring-1 ring-marker-ink">
            <span className="sr-only"> with a draft</span>
          </span>
        )}
      </Tool>
    </>
  )
}

type ToolProps = {
  isPressed?: boolean
  onPreload?: () => void
  onClick: () => void
  children: ReactNode
}

const Tool = ({ isPressed, onPreload, onClick, children }: ToolProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onPointerEnter={onPreload}
    onFocus={onPreload}
    onClick={onClick}
    className={cx(buttonClass('ghost'), 'px-3 max-sm:min-w-11 max-sm:px-2', isPressed && 'bg-sunken')}
  >
    {children}
  </button>
)
