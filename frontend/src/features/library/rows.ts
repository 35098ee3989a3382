import { type RefObject, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import type { ListBox } from '../../parts/list-box.ts'
import type { PlacedRows } from '../../parts/use-place.ts'
import type { View } from './use-view.ts'

/** Height of the bars that stay at the top of the window. */
export const BARS_PX = 132

/** Lists of up to this many links are drawn completely, so that the browser's own search finds them. */
export const DRAW_ALL_MAX = 100

type List = {
  readonly list: RefObject<HTMLElement | null>
  readonly box: ListBox | null
  /** Identifies the heights of the rows. */
  readonly layout: string
  readonly view: View
  readonly columns: number
  /** The number of rows. */
  readonly count: number
  /** The row that is drawn wherever one scrolls, because it has the focus. */
  readonly keptRow: number | null
}

export type Rows = {
  readonly rows: PlacedRows & {
    readonly scrollToIndex: (row: number, how: { align: 'auto' | 'center' }) => void
  }
  /** A row without a top stands below the one before it. */
  readonly drawn: readonly { readonly index: number; readonly top?: number }[]
  /** The height of the list where its rows do not give it, px. */
  readonly height?: number
  readonly measure?: (row: HTMLElement | null) => void
  /** Differs when rows have grown or shrunk and nobody has scrolled to make up for it. */
  readonly resized: number
}

export type UseRows = (list: List) => Rows

/** Draws all rows, one below the other. */
export const useAllRows: UseRows = ({ list, box, count }) => {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const [resized, setResized] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => setResized(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  const margin = box?.top ?? 0
  const rows = useMemo(() => {
    const startOf = (row: Element) => row.getBoundingClientRect().top + scrollY
    const rowAt = (index: number) => list.current?.children[index]
    return {
      options: { scrollMargin: margin, scrollPaddingStart: BARS_PX },
      getVirtualItems: () =>
        [...(list.current?.children ?? [])].map((row, index) => ({ index, start: startOf(row) })),
      getOffsetForIndex: (index: number) => {
        const row = rowAt(index)
        return row && ([startOf(row) - BARS_PX] as const)
      },
      scrollToOffset: (top: number) => {
        scrollTo(0, top)
        renderAgain()
      },
      scrollToIndex: (index: number, { align }: { align: 'auto' | 'center' }) =>
        rowAt(index)?.scrollIntoView({ block: align === 'auto' ? 'nearest' : 'center' }),
    }
  }, [list, margin])
  const drawn = useMemo(() => Array.from({ length: count }, (_, index) => ({ index })), [count])
  return { rows, drawn, resized }
}
