import type { FailedJob, JobKind } from '@lectern/contracts/api/operation.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

type Props = {
  of: JobKind
  job: FailedJob
  drop: () => Promise<void>
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks before a job is forgotten, and says what is lost. */
export const DropDialog = ({ of: { name, loses }, job: { reason, host, key }, drop, ...rest }: Props) => (
  <ConfirmDialog
    title="Drop this job?"
    action="Drop"
    doing="Dropping..."
    act={async () => {
      await drop()
      return { status: 'sent' }
    }}
    {...rest}
  >
    <p className="font-medium text-ink">{name}</p>
    <p className="mt-2 break-words">{reason}</p>
    <p className="mt-1 break-all text-meta">{[host, key].filter(Boolean).join(' · ')}</p>
    <p className="mt-2">{loses} Nothing brings the job back.</p>
  </ConfirmDialog>
)
