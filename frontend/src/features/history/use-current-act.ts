import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { ActListHandle } from './act-window.tsx'

const elementOf = (id: string | undefined): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-act="${id}"]`)

/** The act that keys are for: its row has the focus or had it last. It is kept by id, since acts come in above it. */
export const useCurrentAct = (acts: readonly HistoryAct[], list: RefObject<ActListHandle | null>) => {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-act]') : null
      if (row) last.current = row.getAttribute('data-act')
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])
  const indexOf = () => acts.findIndex(({ id }) => id === last.current)
  const firstInView = () => {
    const row = [...document.querySelectorAll('[data-act]')].find(
      each => each.getBoundingClientRect().top >= 0,
    )
    return Math.max(
      0,
      acts.findIndex(({ id }) => id === row?.getAttribute('data-act')),
    )
  }
  return {
    current: (): HistoryAct | undefined => acts[indexOf()],
    move: (by: 1 | -1): void => {
      const from = indexOf()
      const act = acts[Math.min(Math.max(from < 0 ? firstInView() : from + by, 0), acts.length - 1)]
      if (!act) return
      last.current = act.id
      list.current?.scrollTo(acts.indexOf(act))
      elementOf(act.id)?.focus({ preventScroll: true })
    },
  }
}
