import type { Id } from '../../../data/id.ts'
import { formatCount } from '../../../lib/format.ts'
import { ConfirmDialog, mainElement } from '../../../parts/confirm-dialog.tsx'
import { NotesDeletedToo } from '../../../parts/notes-deleted-too.tsx'
import { useSelectionActs } from '../selection.ts'

/** Above this many links the dialog warns more strongly. */
const MANY_LINKS = 100

type Props = { linkIds: readonly Id[]; onClose: () => void }

export default function BulkDeleteDialog({ linkIds, onClose }: Props) {
  const { deleteLinks } = useSelectionActs()
  const count = linkIds.length
  const links = count === 1 ? '1 link' : `${formatCount(count)} links`
  return (
    <ConfirmDialog
      title="Delete Selected"
      onClose={onClose}
      focusAfter={mainElement}
      act={() => deleteLinks(linkIds)}
      action={`Delete ${links}`}
    >
      {count > MANY_LINKS ? (
        <>
          <p className="font-semibold text-danger">
            You are about to delete {links}. That is a large part of a library.
          </p>
          <p className="mt-2">They are gone at once and for good. This action cannot be undone.</p>
        </>
      ) : (
        <p>Delete {links}? This action cannot be undone.</p>
      )}
      <NotesDeletedToo linkIds={linkIds} />
    </ConfirmDialog>
  )
}
