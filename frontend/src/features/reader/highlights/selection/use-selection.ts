import { type RefObject, useCallback, useEffect, useState } from 'react'
import { articleText, type Span } from '../../../../parts/article-text/article-text.ts'
import { wordsOf } from '../caret/words.ts'
import { selectedSpan, selectSpan } from './passage.ts'
import { snapped } from './snap.ts'

/** A selection made by keyboard or by the handles of a touch screen is ready when it has not changed for this time. */
const SETTLE_MS = 250

/** The ends of the selection as the browser has them. */
const endsNow = () => {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
  return [anchorNode, anchorOffset, focusNode, focusOffset]
}

const isSame = (a: Span | null, b: Span | null): boolean => a?.start === b?.start && a?.end === b?.end

/**
 * The words that the person has selected in the article, once the selection is made. One made with the mouse or a pen takes
 * whole words, and with Alt letters. The keyboard and the handles of a touch screen take what they are moved to.
 */
export const useSelection = (article: RefObject<HTMLElement | null>) => {
  const [span, setSpan] = useState<Span | null>(null)

  useEffect(() => {
    let isPointerDown = false
    let before = endsNow()
    let takesWords = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(timer)
      const { current } = article
      if (!current) return
      const selected = selectedSpan(current)
      const text = articleText(current)
      const whole =
        selected && takesWords ? snapped(wordsOf(text, current.lang || undefined), selected) : selected
      takesWords = false
      if (whole && !isSame(whole, selected)) selectSpan(text, whole)
      setSpan(shown => (isSame(shown, whole) ? shown : whole))
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
      before = endsNow()
    }
    const onUp = ({ type, pointerType, altKey }: PointerEvent) => {
      isPointerDown = false
      // A press on a button leaves the selection, and the letters in it, as they are.
      const isMade = endsNow().some((end, n) => end !== before[n])
      takesWords = isMade && type === 'pointerup' && pointerType !== 'touch' && !altKey
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
