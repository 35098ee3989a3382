import { useLibrary } from '../../data/library/use-library.tsx'
import { settleEdit } from '../../data/links/drafts.ts'
import { allDrafts, dropDraft, isSending } from '../../data/notes/drafts.ts'
import { discard, type RefusedAct } from '../../data/outbox/refused.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

/** Drops acts that wait for the person, with the drafts of what they would send. A toast puts them back. */
export const useDiscard = (): ((ones: readonly RefusedAct[]) => void) => {
  const { outbox } = useLibrary()
  const { id: userId } = useUser()
  const toast = useToast()
  return ones => {
    const restore = ones.map(one => discard(outbox, one))
    const acts = ones.flatMap(({ act, needing }) => [act, ...needing])
    // A text of the panel is kept there as well until it is sent.
    for (const draft of allDrafts(userId))
      if (acts.some(act => isSending(act, draft))) dropDraft(userId, draft)
    for (const act of acts) settleEdit(userId, act)
    const onAction = () => {
      for (const each of restore) each()
    }
    toast({ title: 'Discarded', action: { label: 'Undo', onAction } })
  }
}
