import { type RefObject, useEffect, useState } from 'react'
import { partRead } from './place.ts'

/** Shorter scrolls do not change the direction. */
const TURN_PX = 6
/** The bar stays shown above this scroll position. */
const BAR_SHOWN_ABOVE_PX = 80

/** Follows the scroll position: draws the progress line, hides the bar while scrolling down, and returns the current heading. */
export const useScrolling = (article: RefObject<HTMLElement | null>, line: RefObject<HTMLElement | null>) => {
  const [isBarHidden, setBarHidden] = useState(false)
  const [headingId, setHeadingId] = useState<string | null>(null)

  useEffect(() => {
    let last = scrollY
    let frame = 0
    const update = () => {
      frame = 0
      const element = article.current
      if (!element) return
      if (line.current) line.current.style.transform = `scaleX(${partRead(element)})`
      if (Math.abs(scrollY - last) > TURN_PX) {
        setBarHidden(scrollY > last && scrollY > BAR_SHOWN_ABOVE_PX)
        last = scrollY
      }
      const above = [...element.querySelectorAll('h2[id], h3[id]')].filter(
        heading => heading.getBoundingClientRect().top < innerHeight * 0.3,
      )
      setHeadingId(above.at(-1)?.id ?? null)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(update)
    }
    update()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [article, line])

  return { isBarHidden, headingId }
}
