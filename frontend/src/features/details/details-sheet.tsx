import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Link } from '../../data/answers.ts'
import { type Id, isUnsentId } from '../../data/id.ts'
import { useLiveLink } from '../../data/library/use-live-link.ts'
import { ApiError } from '../../lib/api.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { IconButton } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { changesOf } from './draft.ts'
import { EditForm } from './edit-form.tsx'
import { Facts } from './facts.tsx'
import { useDraft } from './use-draft.ts'

type Props = { linkId: Id; onClose: () => void }

/** Everything about a link, and the form that changes it. */
export default function DetailsSheet({ linkId, onClose }: Props) {
  const { id, link, error } = useLiveLink(linkId)
  // The person deleted it, or the screen has no such link.
  const isGone = link === null || (link === undefined && (error !== null || isUnsentId(id)))
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (!link) return null
  const isDeleted = error instanceof ApiError && error.status === 404
  return <Details id={id} link={link} isDeleted={isDeleted} onClose={onClose} />
}

const Details = ({
  id,
  link,
  isDeleted,
  onClose,
}: {
  id: Id
  link: Link
  isDeleted: boolean
  onClose: () => void
}) => {
  const drafted = useDraft(id)
  const toast = useToast()
  const openDialog = useOpenDialog()
  /** Typed texts stay on the device. */
  const leave = () => {
    onClose()
    if (Object.keys(changesOf(drafted.draft, link)).length > 0)
      toast({
        title: 'Not saved yet',
        description: 'What you typed is kept on this device.',
        action: { label: 'Go on editing', onAction: () => openDialog('editLink', { linkId: id }) },
      })
  }
  return (
    <Sheet title="Edit details" isWide="form" onClose={leave}>
      <div className="mb-3 flex items-center gap-1">
        <h2 className="mr-auto text-dialog">Edit details</h2>
        <IconButton aria-label="Close details" onClick={leave}>
          <X aria-hidden />
        </IconButton>
      </div>
      {isDeleted && (
        <p role="alert" className="mb-4 rounded-control border border-danger px-3.5 py-2.5">
          This link was deleted on another device. It can no longer be changed.
        </p>
      )}
      <EditForm link={link} drafted={drafted} onDone={onClose}>
        <Facts link={link} />
      </EditForm>
    </Sheet>
  )
}
