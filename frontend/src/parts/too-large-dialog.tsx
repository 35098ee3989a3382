import { ConfirmDialog, mainElement } from './confirm-dialog.tsx'
import type { Dialogs } from './dialogs.ts'

type Props = Dialogs['tooLarge'] & { onClose: () => void }

/** Asks before an act that could not be undone. */
export default function TooLargeDialog({ again, onClose }: Props) {
  return (
    <ConfirmDialog
      title="This cannot be undone"
      onClose={onClose}
      focusAfter={mainElement}
      act={again}
      action="Change anyway"
      doing="Saving..."
    >
      This changes too much at once to be undone later.
    </ConfirmDialog>
  )
}
