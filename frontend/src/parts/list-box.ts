import { type RefObject, useLayoutEffect, useState } from 'react'

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
