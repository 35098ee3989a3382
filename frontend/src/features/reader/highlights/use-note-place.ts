import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { type Id, idFrom } from '../../../data/id.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import type { Anchored } from './anchoring/anchor-notes.ts'

const NONE: readonly Id[] = []

/** Goes to the note that the address names (`?note=7`), once its place is known, and returns it to be marked. */
export const useNotePlace = (
  article: RefObject<HTMLElement | null>,
  found: Anchored | null,
): readonly Id[] => {
  const wanted = idFrom(new URLSearchParams(useSearch()).get('note') ?? '') || null
  const shown = useRef<Id | null>(null)
  const [marked, setMarked] = useState(NONE)

  useEffect(() => {
    if (wanted === null) {
      shown.current = null
      setMarked(NONE)
    }
    if (!found || !article.current || wanted === null || shown.current === wanted) return
    const place = found.anchored.find(({ note }) => note.id === wanted)
    if (place) {
      const { top, height } = articleText(article.current)
        .rangeOf(place.span.start, place.span.end)
        .getBoundingClientRect()
      scrollTo({ top: Math.max(0, scrollY + top - Math.max(innerHeight * 0.2, (innerHeight - height) / 2)) })
      setMarked([wanted])
    } else {
      const orphan = document.querySelector<HTMLElement>(`[data-orphan="${wanted}"]`)
      if (!orphan) return
      orphan.scrollIntoView({ block: 'center' })
      orphan.focus({ preventScroll: true })
      setMarked(NONE)
    }
    shown.current = wanted
  }, [article, found, wanted])

  return marked
}
