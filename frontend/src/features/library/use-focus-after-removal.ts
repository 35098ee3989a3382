import { useLayoutEffect, useRef } from 'react'
import type { Link } from '../../data/answers.ts'
import type { Id } from '../../data/id.ts'
import { titleOf } from '../../parts/list-handle.ts'

/** When the focused link leaves the list, focuses the link that takes its place. */
export const useFocusAfterRemoval = (links: readonly Link[], focusedId: Id | null): void => {
  const before = useRef(links)
  useLayoutEffect(() => {
    const index = before.current === links ? -1 : before.current.findIndex(({ id }) => id === focusedId)
    before.current = links
    const isGone = index >= 0 && !links.some(({ id }) => id === focusedId)
    if (!isGone || (document.activeElement && document.activeElement !== document.body)) return
    const next = links[Math.min(index, links.length - 1)]
    titleOf(next?.id)?.focus({ preventScroll: true })
  }, [links, focusedId])
}
