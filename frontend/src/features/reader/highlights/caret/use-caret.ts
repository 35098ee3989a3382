import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { articleText, type Span } from '../../../../parts/article-text/article-text.ts'
import { lineBeside } from './lines.ts'
import { type Words, wordsOf } from './words.ts'

/** The word that the caret is on, and the other end of the marked words; the same word while none are marked. */
export type Caret = { readonly word: Span; readonly from: Span }

export const caretSpan = ({ word, from }: Caret): Span => ({
  start: Math.min(word.start, from.start),
  end: Math.max(word.end, from.end),
})

/** Parts of the screen that the caret keeps clear of. */
const MARGIN_PX = 96

type Options = {
  article: RefObject<HTMLElement | null>
  /** Enter: the words are chosen. */
  onChoose: (span: Span, isMarked: boolean) => void
}

/**
 * Selects words by keyboard: the arrows move by words and lines, with Shift they mark, Enter chooses, Escape ends. While it
 * is on it has all keys, except while a bar or a dialog has the focus.
 */
export const useCaret = ({ article, onChoose }: Options) => {
  const [caret, setCaret] = useState<Caret | null>(null)
  const words = useRef<Words | null>(null)
  const isOn = caret !== null

  const show = (next: Caret) => {
    if (!article.current) return
    const { rangeOf } = articleText(article.current)
    const { start, end } = caretSpan(next)
    const range = rangeOf(start, end)
    getSelection()?.setBaseAndExtent(
      range.startContainer,
      range.startOffset,
      range.endContainer,
      range.endOffset,
    )
    const { top, bottom } = rangeOf(next.word.start, next.word.end).getBoundingClientRect()
    if (top < MARGIN_PX || bottom > innerHeight - MARGIN_PX)
      scrollTo({ top: scrollY + top - innerHeight / 3 })
    setCaret(next)
  }

  const start = () => {
    if (!article.current) return
    const read = articleText(article.current)
    words.current = wordsOf(read, article.current.lang || undefined)
    const word = words.current.at(firstOffsetOnScreen(article.current))
    if (word) show({ word, from: word })
  }
  const stop = () => {
    words.current = null
    setCaret(null)
    getSelection()?.removeAllRanges()
  }

  const move = (by: 1 | -1, isByLine: boolean, isMarking: boolean) => {
    if (!caret || !words.current || !article.current) return
    const word = isByLine
      ? lineBeside(articleText(article.current), words.current, caret.word, by)
      : words.current.beside(caret.word, by)
    if (word) show({ word, from: isMarking ? caret.from : word })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!caret || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    if (event.target instanceof Element && event.target.closest('[role=toolbar], input, textarea')) return
    const arrows: Record<string, [by: 1 | -1, isByLine: boolean]> = {
      ArrowRight: [1, false],
      ArrowLeft: [-1, false],
      ArrowDown: [1, true],
      ArrowUp: [-1, true],
    }
    const arrow = arrows[event.key]
    if (arrow) move(...mirrored(arrow, article.current), event.shiftKey)
    else if (event.key === 'Enter') onChoose(caretSpan(caret), caret.from.start !== caret.word.start)
    else if (event.key === 'Escape') stop()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [isOn])

  return { caret, start, stop }
}

/** In text from right to left the next word is at the left. */
const mirrored = (
  [by, isByLine]: [by: 1 | -1, isByLine: boolean],
  article: HTMLElement | null,
): [by: 1 | -1, isByLine: boolean] => {
  const isRightToLeft = article !== null && getComputedStyle(article).direction === 'rtl'
  return [isRightToLeft && !isByLine ? (-by as 1 | -1) : by, isByLine]
}

/** The first text below the reader's bar. */
const firstOffsetOnScreen = (article: HTMLElement): number => {
  const { blocks, rangeOf } = articleText(article)
  const block = blocks.find(
    ({ start, end }) => rangeOf(start, end).getBoundingClientRect().bottom > MARGIN_PX,
  )
  return block?.start ?? 0
}
