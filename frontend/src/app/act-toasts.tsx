import { useEffect } from 'react'
import { isUndoable, kindOf } from '../data/acts/kinds.ts'
import type { ActListener } from '../data/library/library.ts'
import { useLibrary } from '../data/library/use-library.tsx'
import { errorOf } from '../data/outbox/messages.ts'
import { useNavigate } from '../lib/navigation.tsx'
import { RECENTLY_DELETED } from '../lib/recently-deleted.ts'
import { useOpenDialog } from '../parts/dialogs.ts'
import { useDismissToasts, useToast } from '../ui/toast/use-toast.ts'

/** Says what the acts of this tab do. The leading tab also tells refusals of acts whose tab is gone. */
export const ActToasts = () => {
  const { onAct, undoing } = useLibrary()
  const toast = useToast()
  const dismiss = useDismissToasts()
  const openDialog = useOpenDialog()
  const navigate = useNavigate()
  useEffect(() => {
    const tell: ActListener = (event, { isOwn, isAnswered }) => {
      const { outbox, act } = event
      const { failed, said, done, isDeletion } = kindOf(act.name)
      if (!isOwn) return
      if (outbox === 'refused') {
        if (isAnswered) return
        const sentence = failed(errorOf(event.refusal))
        const isKept = event.stored.some(({ seq }) => seq === act.seq)
        const onAction = () => openDialog('offlineStorage', {})
        toast({ tone: 'danger', ...sentence, ...(isKept && { action: { label: 'Show', onAction } }) })
        return
      }
      if (outbox === 'held' && event.why !== undefined) {
        toast({ title: 'Your change is kept and waits', description: event.why })
        return
      }
      if (act.name === 'undo') {
        void undoing().then(({ told }) => {
          const shown = told(event)
          if (shown) toast(shown)
        })
        return
      }
      const sentence =
        outbox === 'act' ? said?.(act.params) : outbox === 'sent' ? done?.(act.params, act.result) : undefined
      if (!sentence) return
      const undo = () =>
        void undoing().then(({ undo }) => {
          const told = undo(act)
          if (told) toast(told)
        })
      const action = isDeletion
        ? { label: 'Recently deleted', onAction: () => navigate(RECENTLY_DELETED) }
        : isUndoable(act) && { label: 'Undo', onAction: undo }
      toast(action ? { ...sentence, action } : sentence)
    }
    return onAct(tell)
  }, [onAct, undoing, toast, openDialog, navigate])
  // The actions of toasts belong to this session.
  useEffect(() => dismiss, [dismiss])
  return null
}
