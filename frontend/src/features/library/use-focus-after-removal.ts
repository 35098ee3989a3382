import type { Link } from '@lectern/contracts/api/links.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When the focused link leaves the list, focuses the link that takes its place. */
export const useFocusAfterRemoval = (
  list: RefObject<HTMLElement | null>,
  links: readonly Link[],
  focusedId: number | null,
): void => {
  const before = useRef(links)
  useLayoutEffect(() => {
    const index = before.current === links ? -1 : before.current.findIndex(({ id }) => id === focusedId)
    before.current = links
    const isGone = index >= 0 && !links.some(({ id }) => id === focusedId)
    if (!isGone || (document.activeElement && document.activeElement !== document.body)) return
    const next = links[Math.min(index, links.length - 1)]
    const title = list.current?.querySelector<HTMLElement>(`[data-link="${next?.id}"] h2 a`)
    title?.focus({ preventScroll: true })
  }, [list, links, focusedId])
}
