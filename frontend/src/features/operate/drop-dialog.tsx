import type { JobKind } from '@lectern/contracts/api/operation.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

type Props = {
  of: JobKind
  drop: () => Promise<void>
  focusAfter: () => HTMLElement | null
  onClose: () => void
}

/** Asks before a job is forgotten, and says what is lost. */
export const DropDialog = ({ of: { name, loses }, drop, ...rest }: Props) => (
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
    <p className="mt-2">{loses} Nothing brings the job back.</p>
  </ConfirmDialog>
)
