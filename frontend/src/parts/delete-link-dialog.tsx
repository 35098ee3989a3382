import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Id } from '../data/id.ts'
import { useAct } from '../data/library/use-library.tsx'
import { useShownLink } from '../data/library/use-links.ts'
import { ConfirmDialog, Deleted, mainElement } from './confirm-dialog.tsx'
import { listHandleAtom, titleOf } from './list-handle.ts'
import { NotesDeletedToo } from './notes-deleted-too.tsx'

export default function DeleteLinkDialog({ linkId, onClose }: { linkId: Id; onClose: () => void }) {
  const link = useShownLink(linkId)
  const act = useAct()
  const list = useAtomValue(listHandleAtom)
  // The focus moves to the next link, or to the previous one at the end.
  const [next] = useState(() => {
    const links = list?.links() ?? []
    const index = links.findIndex(({ id }) => id === linkId)
    return links[index + 1] ?? links[index - 1]
  })
  if (!link) return null
  return (
    <ConfirmDialog
      title="Delete Link"
      onClose={onClose}
      focusAfter={() => titleOf(next?.id) ?? mainElement()}
      act={() => act('deleteLink', { linkId }, { link })}
    >
      <Deleted>{link.title}</Deleted>
      <p className="mt-2">This action cannot be undone.</p>
      <NotesDeletedToo linkIds={[linkId]} />
    </ConfirmDialog>
  )
}
