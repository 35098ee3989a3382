import { type RefObject, useLayoutEffect, useState } from 'react'
import type { View } from './use-view.ts'

/** The grid fits as many columns of cards as the width allows. */
export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-5'
export const ROWS = 'divide-y divide-line border-b border-line'

/** The smallest card width and the gap between cards. Both repeat the values in GRID. */
const CARD_MIN_REM = 18.5
export const GAP_PX = 20

/** A list's width and its distance from the top of the document, px. */
export type ListBox = { readonly width: number; readonly top: number }

/** The box of an element; null before layout. Updates when the window or the content above the list changes. */
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

/** The number of cards in a row. */
export const columnsOf = (view: View, width: number): number => {
  if (view === 'list') return 1
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return Math.max(1, Math.floor((width + GAP_PX) / (CARD_MIN_REM * rem + GAP_PX)))
}

/** The estimated height of a row in px, used until the row is measured. */
export const estimateHeight = (view: View, width: number, columns: number): number => {
  if (view === 'list') return 105
  const card = (width - GAP_PX * (columns - 1)) / columns
  return Math.round((card * 9) / 16 + 165)
}
