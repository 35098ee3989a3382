import { useNotesPanel } from '../../parts/notes-panel/use-notes-panel.ts'

/**
 * The handler of Escape: what is open over the text closes first, then the notes panel. It never leaves the article, since one
 * press too many would.
 */
export const useEscape = (): ((event: KeyboardEvent) => false) => {
  const panel = useNotesPanel()
  return event => {
    // The panel that reads aloud listens after this handler. A panel that closes prevents the default.
    setTimeout(() => {
      if (!event.defaultPrevented && panel.isOpen) panel.close()
    })
    return false
  }
}
