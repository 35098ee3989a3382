import { backToList, useNavigate } from '../../lib/navigation.tsx'
import { useNotesPanel } from '../../parts/notes-panel/use-notes-panel.ts'

/**
 * The handler of Escape: what is open over the text closes first, then the notes panel. With nothing open the reader
 * closes, as with its Back button.
 */
export const useEscape = (): ((event: KeyboardEvent) => false) => {
  const navigate = useNavigate()
  const panel = useNotesPanel()
  return event => {
    // The panel that reads aloud listens after this handler. A panel that closes prevents the default.
    setTimeout(() => {
      if (event.defaultPrevented) return
      if (panel.isOpen) panel.close()
      else if (!backToList()) navigate('/')
    })
    return false
  }
}
