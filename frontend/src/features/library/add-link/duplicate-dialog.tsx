import type { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

type Props = {
  existing: ExistingLink
  newTitle: string
  /** The text of the page comes with it, which the existing link gets where it is kept. */
  hasText: boolean
  onKeep: () => void
  /** Opens the existing link. */
  onOpen: () => void
  onAdd: () => Promise<void>
  /** Called when the dialog closes without a choice: goes back to the form with the typed values. */
  onBack: () => void
}

export const DuplicateDialog = ({ existing, newTitle, hasText, onKeep, onOpen, onAdd, onBack }: Props) => {
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    await onAdd()
    setAdding(false)
  }
  return (
    <Dialog
      title="Duplicate Link Detected"
      onClose={onBack}
      description={
        <>
          <p>You saved this link before:</p>
          <div className="mt-2.5 rounded-control border border-line px-4 py-3.5">
            <p dir="auto" className="font-serif text-card font-[550] break-words text-ink">
              {existing.title}
            </p>
            <p className="mt-0.5 flex items-baseline justify-between gap-4 text-ink-3">
              Added on {formatDate(existing.createdAt)}
              <button
                type="button"
                onClick={onOpen}
                className="underlined -my-1 rounded-[4px] py-1 text-ink pointer-coarse:-my-3 pointer-coarse:py-3"
              >
                Open it
              </button>
            </p>
          </div>
          {newTitle !== existing.title && (
            <p className="mt-3 break-words">The new title would be “{newTitle}”.</p>
          )}
          {hasText && <p className="mt-3">Keep Existing gives it the text of this page.</p>}
        </>
      }
    >
      <DialogFoot>
        <Button onClick={add} disabled={isAdding}>
          Add Anyway
        </Button>
        <Button look="ink" onClick={onKeep} autoFocus>
          Keep Existing
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
