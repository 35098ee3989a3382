import { Eraser, NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNotesOfLink } from '../../data/library/use-notes.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { preloadNotesPanel } from '../../parts/notes-panel/notes-panel.tsx'
import { useNotesPanel } from '../../parts/notes-panel/use-notes-panel.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Clear highlights, for the menu: on a phone the bar has no room for its button. Empty without highlights. */
export const useClearEntry = (linkId: number) => {
  const { notes = [] } = useNotesOfLink(linkId)
  const openDialog = useOpenDialog()
  const count = notes.filter(({ type }) => type === 'highlight').length
  if (count === 0) return []
  const onSelect = () => openDialog('clearHighlights', { linkId })
  return [{ label: `Clear highlights (${count})`, icon: Eraser, count, onSelect }]
}

type Props = { linkId: number; listen: ReactNode }

/** The bar's buttons for the text: Listen, Notes, Clear highlights. */
export const ArticleTools = ({ linkId, listen }: Props) => {
  const { notes = [] } = useNotesOfLink(linkId)
  const [clear] = useClearEntry(linkId)
  const panel = useNotesPanel()
  return (
    <>
      {clear && (
        <Tool onClick={clear.onSelect} className="max-sm:hidden">
          <Eraser aria-hidden />
          <span className="tabular">
            <span className="max-lg:sr-only">Clear highlights </span>({clear.count})
          </span>
        </Tool>
      )}
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
      </Tool>
    </>
  )
}

type ToolProps = {
  isPressed?: boolean
  onPreload?: () => void
  onClick: () => void
  className?: string
  children: ReactNode
}

const Tool = ({ isPressed, onPreload, onClick, className, children }: ToolProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onPointerEnter={onPreload}
    onFocus={onPreload}
    onClick={onClick}
    className={cx(
      buttonClass('ghost'),
      'px-3 max-sm:min-w-11 max-sm:px-2',
      isPressed && 'bg-sunken',
      className,
    )}
  >
    {children}
  </button>
)
