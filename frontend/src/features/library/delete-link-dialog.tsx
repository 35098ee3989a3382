import type { Link } from '@lectern/contracts/api/links.ts'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useDeleteLink } from './library-actions.ts'

/** The card after the one of this link, else the one before: where the focus goes when it is gone. */
const neighbourOf = (id: number): HTMLElement | null => {
  const item = document.querySelector(`[data-link="${id}"]`)?.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>('h2 a') ?? document.getElementById('main')
}

export default function DeleteLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const remove = useDeleteLink()
  const neighbour = useRef<HTMLElement | null>(null)
  const confirm = async () => {
    const next = neighbourOf(link.id)
    try {
      await remove.mutateAsync(link.id)
      neighbour.current = next
    } catch {
      // The toast says so; the link is where it was.
    }
    onClose()
  }
  return (
    <Dialog
      title="Delete Link"
      onClose={onClose}
      focusAfter={() => neighbour.current}
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
