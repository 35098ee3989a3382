import { hasSharing } from '@lectern/contracts/sharing.ts'
import { useQuery } from '@tanstack/react-query'
import { useShownCollection } from '../../data/library/use-collections.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { HAS_PLANS } from '../../lib/has-plans.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { NeedsServer } from '../../parts/needs-server.tsx'
import { invitationsQuery, membersQuery } from '../../parts/sharing/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { OwnMembers } from './own-members.tsx'

type Props = { collectionId: number; onClose: () => void }

/** Who shares an own collection: invites, and shows invitations and members. */
export default function ShareDialog({ collectionId: id, onClose }: Props) {
  const collection = useShownCollection(id)
  const { plan } = useUser()
  const openDialog = useOpenDialog()
  const mayInvite = hasSharing(plan)
  const isSent = id > 0
  const members = useQuery({ ...membersQuery(id), enabled: isSent })
  const invitations = useQuery({ ...invitationsQuery(id), enabled: isSent })
  if (!collection) return null
  const error = members.error ?? invitations.error
  // It was deleted, or handed over, while the dialog was open.
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Dialog title={`Share "${collection.name}"`} onClose={onClose}>
      <NeedsServer sentence="Collections are shared when you are online again.">
        {mayInvite && isSent && !isGone && <InviteForm collectionId={id} />}
        {!mayInvite && <Upgrade />}
        {!isSent && <p className="text-ink-2">This collection is not sent yet.</p>}
        {error && (
          <p role="alert" className="mt-5 text-danger">
            {messageOf(error, 'The members could not be loaded. Please check your connection.')}
          </p>
        )}
        {isSent && !error && (!members.data || !invitations.data) && <Skeleton className="mt-6 h-10" />}
        {!isGone && invitations.data && <Invitations collectionId={id} invitations={invitations.data} />}
        {!isGone && members.data && <OwnMembers collectionId={id} members={members.data.members} />}
      </NeedsServer>
      <DialogFoot>
        {isSent && !isGone && (
          <Button onClick={() => openDialog('publicLink', { collectionId: id })}>Public link…</Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Who has no plan for it still sees, and ends, what is shared. */
const Upgrade = () => (
  <div className="flex flex-col items-start gap-3 rounded-control bg-sunken px-4 py-3">
    <p>
      With Lifetime Ultra you keep a collection together with up to 25 people. They need no plan of their own.
    </p>
    {HAS_PLANS && (
      // A full page load: the pricing page is a separate page for search engines.
      <Button onClick={() => location.assign('/pricing')}>View Upgrade Options</Button>
    )}
  </div>
)
