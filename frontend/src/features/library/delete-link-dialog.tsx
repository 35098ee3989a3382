import type { Link } from '@lectern/contracts/api/links.ts'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { Deleted, DeletionDialog } from './deletion-dialog.tsx'
import { useDeleteLink } from './library-actions.ts'
import { listHandleAtom, titleOf } from './list-handle.ts'

export default function DeleteLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const remove = useDeleteLink()
  const links = useAtomValue(listHandleAtom)?.links ?? []
  // The link after this one, else the one before: where the focus goes when it is gone.
  const index = links.findIndex(({ id }) => id === link.id)
  const next = links[index + 1] ?? links[index - 1]
  const after = useRef<(() => HTMLElement | null) | null>(null)
  const confirm = async () => {
    try {
      await remove.mutateAsync(link.id)
      after.current = () => titleOf(next?.id) ?? document.getElementById('main')
    } catch {
      // The toast says so; the link is where it was.
    }
    onClose()
  }
  return (
    <DeletionDialog
      title="Delete Link"
      onClose={onClose}
      focusAfter={() => after.current?.() ?? null}
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      <Deleted>{link.title}</Deleted>
      <p className="mt-2">This action cannot be undone.</p>
    </DeletionDialog>
  )
}
