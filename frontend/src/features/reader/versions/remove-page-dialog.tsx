import { useQueryClient } from '@tanstack/react-query'
import { type Id, linkPath } from '../../../data/id.ts'
import { messageOf, sendOk } from '../../../lib/api.ts'
import { ConfirmDialog, mainElement } from '../../../parts/confirm-dialog.tsx'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { contentQuery } from '../api.ts'

/** Asks before a link gives up the page that the person provided, for the one at its address. */
export default function RemovePageDialog({ linkId, onClose }: { linkId: Id; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const remove = async () => {
    try {
      await sendOk({ method: 'DELETE', path: linkPath(linkId, '/page') })
    } catch (error) {
      const description = messageOf(error, 'There was no answer. Please try again.')
      toast({ tone: 'danger', title: 'The page could not be changed', description })
      return { status: 'refused' } as const
    }
    await client.invalidateQueries({ queryKey: contentQuery(linkId).queryKey })
    toast({ title: 'The site’s page is shown' })
    return { status: 'sent' } as const
  }
  return (
    <ConfirmDialog
      title="Use the site’s page"
      action="Use it"
      doing="Changing..."
      onClose={onClose}
      focusAfter={mainElement}
      act={remove}
    >
      <p>The text that you saved as you saw it goes. The link shows what Lectern reads at its address.</p>
      <p className="mt-2">This action cannot be undone.</p>
    </ConfirmDialog>
  )
}
