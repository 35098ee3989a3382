import type { Link } from '@lectern/contracts/api/links.ts'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useDeleteLink } from '../features/library/library-actions.ts'
import { Deleted, DeletionDialog } from './deletion-dialog.tsx'
import { listHandleAtom, titleOf } from './list-handle.ts'

export default function DeleteLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const remove = useDeleteLink()
  const links = useAtomValue(listHandleAtom)?.links ?? []
  // After the deletion the focus moves to the next link, or to the previous one at the end.
  const index = links.findIndex(({ id }) => id === link.id)
  const next = links[index + 1] ?? links[index - 1]
  const after = useRef<(() => HTMLElement | null) | null>(null)
  const confirm = async () => {
    try {
      await remove.mutateAsync(link.id)
      after.current = () => titleOf(next?.id) ?? document.getElementById('main')
    } catch {
      // useDeleteLink shows a toast; the link stays.
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
