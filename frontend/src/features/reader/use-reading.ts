import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { loadPosition, measurePosition, type Position, partRead, savePosition } from './positions.ts'

/** Shorter scrolls do not change the direction. */
const TURN_PX = 6
/** The bar stays shown above this scroll position. */
const BAR_SHOWN_ABOVE_PX = 80
/** The position is stored this long after the last scroll. */
const SETTLE_MS = 300

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

/** Stores the position while the user reads. Returns the position of the last visit, or null. */
export const useSavedPosition = (
  article: RefObject<HTMLElement | null>,
  userId: string,
  linkId: number,
): Position | null => {
  const [position] = useState(() => loadPosition(userId, linkId))
  // A layout effect, because its cleanup still finds the article on the page.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasMoved = false
    const keep = () => {
      clearTimeout(timer)
      if (hasMoved && article.current) savePosition(userId, linkId, measurePosition(article.current))
      hasMoved = false
    }
    const onScroll = () => {
      hasMoved = true
      clearTimeout(timer)
      timer = setTimeout(keep, SETTLE_MS)
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      keep()
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', keep)
    }
  }, [article, userId, linkId])
  return position
}
