import { useEffect } from 'react'
import { kindOf, patchOf } from '../data/acts/kinds.ts'
import type { ActListener } from '../data/library.ts'
import { errorOf } from '../data/outbox/outbox.ts'
import { useAct, useLibrary } from '../data/use-library.tsx'
import { type Toast, useDismissToasts, useToast } from '../ui/toast/use-toast.ts'

/** Says what the acts of this tab do. The leading tab also tells refusals of acts whose tab is gone. */
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
        return isOwn && !isAnswered ? { tone: 'danger', ...kind.failed(error) } : undefined
      }
      if (!isOwn || isUndo) return undefined
      if (event.outbox === 'sent') return kind.done?.(params, result)
      const said = event.outbox === 'act' ? kind.said?.(params) : undefined
      const inverse = link && kind.inverse?.(params, link)
      if (!said || !inverse) return said
      const changed = patchOf(event.act).link?.(link) ?? undefined
      return {
        ...said,
        action: {
          label: 'Undo',
          onAction: () => void act(name, inverse as never, { link: changed, isUndo: true }),
        },
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
