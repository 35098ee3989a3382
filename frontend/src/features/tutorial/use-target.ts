import { useLayoutEffect, useState } from 'react'

/** The space between an element and the ring around it, in px. */
const ROOM = 6

const displayed = (selectors: readonly string[]): Element | undefined =>
  selectors
    .map(selector => document.querySelector(selector))
    .find((element): element is Element => (element?.getClientRects().length ?? 0) > 0)

const placeOf = (selectors: readonly string[]): DOMRect => {
  const target = displayed(selectors)
  if (!target) return new DOMRect(innerWidth / 2, innerHeight * 0.3, 0, 0)
  const { x, y, width, height } = target.getBoundingClientRect()
  return new DOMRect(x - ROOM, y - ROOM, width + 2 * ROOM, height + 2 * ROOM)
}

/**
 * The place in the window of the first of these elements that is displayed, with room around it; without one, a point
 * in the upper middle. Follows changes of the page. `selectors` must not change between renders of one step.
 */
export const useTarget = (selectors: readonly string[]): DOMRect => {
  const [place, setPlace] = useState(() => placeOf(selectors))
  useLayoutEffect(() => {
    const measure = () => setPlace(placeOf(selectors))
    measure()
    const observer = new ResizeObserver(measure)
    const target = displayed(selectors)
    for (const element of [document.body, target]) if (element) observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [selectors])
  return place
}
