import { useEffect } from 'react'
import { kindOf } from '../data/acts/kinds.ts'
import type { ActListener } from '../data/library.ts'
import { errorOf } from '../data/outbox/outbox.ts'
import { useAct, useLibrary } from '../data/use-library.tsx'
import { type Toast, useDismissToasts, useToast } from '../ui/toast/use-toast.ts'

/** Says what the person's acts do. A refusal is also told to the visible tab when the tab of the act is gone. */
export const ActToasts = () => {
  const { onAct } = useLibrary()
  const act = useAct()
  const toast = useToast()
  const dismiss = useDismissToasts()
  useEffect(() => {
    const toastOf: (...of: Parameters<ActListener>) => Toast | undefined = (event, { isOwn, isAnswered }) => {
      const { name, params, link, isUndo, result } = event.act
      const kind = kindOf(name)
      if (event.outbox === 'refused') {
        const error = errorOf(event.refusal)
        const isTold = isOwn ? !isAnswered : document.visibilityState === 'visible'
        return isTold ? { tone: 'danger', ...kind.failed(error) } : undefined
      }
      if (!isOwn || isUndo) return undefined
      if (event.outbox === 'sent') return kind.done?.(params, result)
      const said = event.outbox === 'act' ? kind.said?.(params) : undefined
      const inverse = link && kind.inverse?.(params, link)
      if (!said || !inverse) return said
      return {
        ...said,
        action: { label: 'Undo', onAction: () => void act(name, inverse as never, { link, isUndo: true }) },
      }
    }
    return onAct((event, from) => {
      const shown = toastOf(event, from)
      if (shown) toast(shown)
    })
  }, [onAct, act, toast])
  // The actions of toasts belong to this session.
  useEffect(() => dismiss, [dismiss])
  return null
}
