import { X } from 'lucide-react'
import { type Id, linkPath } from '../../data/id.ts'
import { useNotesOfLink } from '../../data/library/use-notes.ts'
import { formatCount } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { ExportNotes } from './export-notes.tsx'

type Props = { linkId: Id; headingId?: string; onClose: () => void }

/** The panel's title with the number of notes, the export, and Close. */
export const PanelHead = ({ linkId, headingId, onClose }: Props) => {
  const { notes = [] } = useNotesOfLink(linkId)
  return (
    <div className="mb-3 flex items-center gap-1">
      <h2 id={headingId} tabIndex={-1} className="mr-auto text-dialog outline-none">
        Notes{' '}
        {notes.length > 0 && (
          <span className="tabular font-sans text-meta font-normal text-ink-2">
            {formatCount(notes.length)}
          </span>
        )}
      </h2>
      {notes.length > 0 && (
        <ExportNotes
          path={linkPath(linkId, '/notes/export')}
          hasPrivate={notes.some(({ isPrivate }) => isPrivate)}
        />
      )}
      <IconButton aria-label="Close notes" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
