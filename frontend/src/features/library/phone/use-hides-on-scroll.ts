import { useEffect, useState } from 'react'

/** Shorter scrolls do not change the direction. */
const TURN_PX = 8
/** The bar stays shown above this scroll position. */
const SHOWN_ABOVE_PX = 80

/** Whether the page was last scrolled down, so that a bar at its top makes room. */
export const useHidesOnScroll = (): boolean => {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let last = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - last) < TURN_PX) return
      setHidden(scrollY > last && scrollY > SHOWN_ABOVE_PX)
      last = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return isHidden
}
