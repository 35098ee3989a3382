import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

type Props = {
  /** The server's words. */
  reason: string
  /** Saves it into one's own library. */
  save: () => void
  onClose: () => void
}

/** The library of the collection's owner is full. */
export default function OwnersLimitDialog({ reason, save, onClose }: Props) {
  return (
    <Dialog title="There is no room in this collection" onClose={onClose} description={reason}>
      <DialogFoot>
        <Button onClick={onClose}>Do not save</Button>
        <Button
          look="ink"
          onClick={() => {
            onClose()
            save()
          }}
        >
          Save to my own library instead
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
