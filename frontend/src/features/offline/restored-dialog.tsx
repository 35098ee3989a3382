import { useRef, useState } from 'react'
import { useLibrary, useRefusedActs } from '../../data/library/use-library.tsx'
import { type RefusedAct, refusedActs } from '../../data/outbox/refused.ts'
import { areChecked, isHeldByRestore } from '../../data/outbox/restored.ts'
import { sendHeld } from '../../data/outbox/send-held.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { RefusedEntry } from './refused-entry.tsx'
import { useDiscard } from './use-discard.ts'

/** Asks whether changes are still meant that this device had not sent when Lectern was restored from a backup. */
export default function RestoredDialog({ onClose }: { onClose: () => void }) {
  const held = refusedActs(useRefusedActs()).filter(({ refusal }) => isHeldByRestore(refusal))
  const { outbox } = useLibrary()
  const discard = useDiscard()
  const toast = useToast()
  const [isSending, setSending] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  /** The last one closes the dialog; otherwise the button that was pressed goes with its entry. */
  const settle = (ones: readonly RefusedAct[]) => {
    if (ones.length === held.length) onClose()
    else list.current?.focus()
  }
  const send = async (ones: readonly RefusedAct[]) => {
    setSending(true)
    try {
      await sendHeld(outbox, ones)
      settle(ones)
    } catch {
      toast({
        tone: 'danger',
        title: 'The changes could not be sent',
        description: 'They stay on this device. Please try again.',
      })
    }
    setSending(false)
  }
  const remove = (ones: readonly RefusedAct[]) => {
    discard(ones)
    settle(ones)
  }
  const sure = held.filter(({ act, needing }) => areChecked([act, ...needing]))
  const count = held.reduce((sum, { needing }) => sum + 1 + needing.length, 0)
  return (
    <Dialog
      title="Not sent yet"
      onClose={onClose}
      description={
        <p className="mb-4">
          Lectern was restored from a backup. {countOf(count, 'change')} on this device{' '}
          {count === 1 ? 'was' : 'were'} not sent yet. What was done after the backup may be gone.
        </p>
      }
    >
      <fieldset disabled={isSending} className="min-w-0">
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Changes"
          className="divide-y divide-line rounded-card border border-line bg-surface outline-none"
        >
          {held.map(one => (
            <RefusedEntry
              key={one.act.seq}
              of={one}
              onSettle={() => void send([one])}
              onDiscard={() => remove([one])}
            />
          ))}
        </ul>
      </fieldset>
      <DialogFoot>
        <Button disabled={isSending} onClick={() => remove(held)}>
          Discard all
        </Button>
        {sure.length > 0 && (
          <Button look="ink" disabled={isSending} onClick={() => void send(sure)}>
            {sure.length === held.length ? 'Send all' : `Send the other ${sure.length}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
