import type { Link } from '@lectern/contracts/api/links.ts'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
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
    <Dialog
      title="Delete Link"
      onClose={onClose}
      focusAfter={() => after.current?.() ?? null}
      description={
        <>
          <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
            {link.title}
          </p>
          <p className="mt-2">This action cannot be undone.</p>
        </>
      }
    >
      <DialogFoot>
        <Button look="danger" onClick={confirm} disabled={remove.isPending}>
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
        <Button look="ink" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
