import type { Id } from '../../data/id.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useNotesPanel } from './use-notes-panel.ts'

const part = lazyPart(() => import('./reader-panel.tsx'))

/** Loads the panel's code ahead. */
export const preloadNotesPanel = part.preload

/** The notes of the article, beside it on wide screens and over it on others. Nothing while the panel is closed. */
export const NotesPanel = ({ linkId }: { linkId: Id }) => {
  const { opening, close } = useNotesPanel()
  if (!opening) return null
  return <part.Component linkId={linkId} onClose={close} onFailure={close} />
}
