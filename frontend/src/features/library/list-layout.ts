import { type RefObject, useLayoutEffect, useState } from 'react'
import type { View } from './use-view.ts'

/** Even rows of cards, as many as fit. */
export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-5'
export const ROWS = 'divide-y divide-line border-b border-line'

/** The narrowest card, rem, and the space between cards, px, both as GRID has them. */
const CARD_MIN_REM = 18.5
export const GAP_PX = 20

/** A list's width and its distance from the top of the document, px. */
export type ListBox = { readonly width: number; readonly top: number }

/** The box of an element, kept as the window and what stands above the list change; null before it is laid out. */
export const useListBox = (ref: RefObject<HTMLElement | null>): ListBox | null => {
  const [box, setBox] = useState<ListBox | null>(null)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const measure = () => {
      const rect = list.getBoundingClientRect()
      const width = Math.round(rect.width)
      const top = Math.round(rect.top + scrollY)
      setBox(before => (before?.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return box
}

/** How many cards stand beside one another. */
export const columnsOf = (view: View, width: number): number => {
  if (view === 'list') return 1
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return Math.max(1, Math.floor((width + GAP_PX) / (CARD_MIN_REM * rem + GAP_PX)))
}

/** What a row is likely to be high, px, until it is measured. */
export const estimateHeight = (view: View, width: number, columns: number): number => {
  if (view === 'list') return 105
  const card = (width - GAP_PX * (columns - 1)) / columns
  return Math.round((card * 9) / 16 + 165)
}
