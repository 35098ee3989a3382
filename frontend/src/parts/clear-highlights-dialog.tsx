import type { Id } from '../data/id.ts'
import { useAct } from '../data/library/use-library.tsx'
import { useNotesOfLink } from '../data/library/use-notes.ts'
import { countOf } from '../lib/format.ts'
import { ConfirmDialog, mainElement } from './confirm-dialog.tsx'

export default function ClearHighlightsDialog({ linkId, onClose }: { linkId: Id; onClose: () => void }) {
  const act = useAct()
  const { notes } = useNotesOfLink(linkId)
  // Those of others stay.
  const count = notes?.filter(({ type, writer }) => type === 'highlight' && !writer).length ?? 0
  return (
    <ConfirmDialog
      title="Clear highlights"
      action="Clear"
      onClose={onClose}
      focusAfter={mainElement}
      act={() => act('clearHighlights', { linkId })}
    >
      <p>{countOf(count, 'highlight')} of this article will be deleted. Its notes and quotes stay.</p>
      <p className="mt-2">This action cannot be undone.</p>
    </ConfirmDialog>
  )
}
