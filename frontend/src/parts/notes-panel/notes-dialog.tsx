import { Link } from 'wouter'
import { type Id, readerPath } from '../../data/id.ts'
import { useShownLink } from '../../data/library/use-links.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { NotesOfLink } from './notes-of-link.tsx'
import { PanelHead } from './panel-head.tsx'

/** The notes of a card's link, over the screen. With a noteId the form of this note is open. */
type Props = { linkId: Id; noteId?: Id; onClose: () => void }

export default function NotesDialog({ linkId, noteId, onClose }: Props) {
  const link = useShownLink(linkId)
  return (
    <Sheet title="Notes" isWide onClose={onClose}>
      <PanelHead linkId={linkId} onClose={onClose} />
      {link && (
        <p dir="auto" className="-mt-2 mb-3 line-clamp-2 font-serif text-card break-words">
          <Link href={readerPath(linkId)} className="rounded-[4px] hover:underline">
            {link.title}
          </Link>
        </p>
      )}
      <NotesOfLink linkId={linkId} editId={noteId} />
    </Sheet>
  )
}
