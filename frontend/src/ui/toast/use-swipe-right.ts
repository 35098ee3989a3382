import { type PointerEvent, useRef, useState } from 'react'

const CLOSES_AT_PX = 50
/** A shorter movement is a click. */
const BEGINS_AT_PX = 10

/** Handlers and a style for an element that follows a swipe to the right. Calls onSwiped after 50 px. */
export const useSwipeRight = (onSwiped: () => void) => {
  const startX = useRef<number | null>(null)
  const [moved, setMoved] = useState(0)
  const stop = () => {
    startX.current = null
    setMoved(0)
  }
  return {
    style: moved > 0 ? { translate: `${moved}px` } : undefined,
    onPointerDown: ({ button, clientX }: PointerEvent) => {
      if (button === 0) startX.current = clientX
    },
    onPointerMove: ({ clientX, currentTarget, pointerId }: PointerEvent) => {
      if (startX.current === null) return
      const by = clientX - startX.current
      if (moved === 0 && by < BEGINS_AT_PX) return
      // The swipe goes on outside the element, and its end is no click.
      currentTarget.setPointerCapture(pointerId)
      setMoved(Math.max(0, by))
    },
    onPointerUp: () => {
      if (moved >= CLOSES_AT_PX) onSwiped()
      stop()
    },
    onPointerCancel: stop,
  }
}
