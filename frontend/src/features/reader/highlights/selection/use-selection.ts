import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { Span } from '../../../../parts/article-text/article-text.ts'
import { selectedSpan } from './passage.ts'

/** A selection made by keyboard or by the handles of a touch screen is ready when it has not changed for this time. */
const SETTLE_MS = 250

/** The words that the person has selected in the article, once the selection is made. */
export const useSelection = (article: RefObject<HTMLElement | null>) => {
  const [span, setSpan] = useState<Span | null>(null)

  useEffect(() => {
    let isPointerDown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      if (article.current) setSpan(selectedSpan(article.current))
    }
    const settle = (wait: number) => {
      clearTimeout(timer)
      timer = setTimeout(read, wait)
    }
    const onChange = () => {
      if (getSelection()?.isCollapsed) settle(0)
      else if (!isPointerDown) settle(SETTLE_MS)
    }
    const onDown = () => {
      isPointerDown = true
    }
    const onUp = () => {
      isPointerDown = false
      // A click collapses the selection after the pointer is up.
      settle(0)
    }
    document.addEventListener('selectionchange', onChange)
    addEventListener('pointerdown', onDown, true)
    addEventListener('pointerup', onUp, true)
    addEventListener('pointercancel', onUp, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', onChange)
      removeEventListener('pointerdown', onDown, true)
      removeEventListener('pointerup', onUp, true)
      removeEventListener('pointercancel', onUp, true)
    }
  }, [article])

  const clear = useCallback(() => {
    getSelection()?.removeAllRanges()
    setSpan(null)
  }, [])
  return { span, clear }
}
