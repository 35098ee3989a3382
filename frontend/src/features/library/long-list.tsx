import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useState } from 'react'
import { LinkWindow, type LinkWindowProps } from './link-window.tsx'
import { estimateHeight, GAP_PX } from './list-layout.ts'
import { BARS_PX, DRAW_ALL_MAX, type UseRows } from './rows.ts'

/** Rows drawn above and below the window: about one screen. */
const OVERSCAN = { grid: 2, list: 8 }

/** Draws the rows near the window alone, so that 10,000 links scroll like 10. */
const useNearRows: UseRows = ({ box, layout, view, columns, count, keptRow }) => {
  // The average height of the first measured rows is the estimate for the other rows.
  const [seen, setSeen] = useState({ layout: '', height: 0 })
  const height = seen.layout === layout ? seen.height : estimateHeight(view, box?.width ?? 0, columns)
  const margin = box?.top ?? 0
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new function makes the virtualizer estimate again
    getItemKey: useCallback((row: number) => `${layout} ${row}`, [layout, height]),
    // The focused row and its neighbours stay drawn, so that the focus is not lost and Tab reaches the next card.
    rangeExtractor: useCallback((range: Range) => withRow(range, keptRow), [keptRow]),
    overscan: count * columns <= DRAW_ALL_MAX ? DRAW_ALL_MAX : OVERSCAN[view],
    gap: view === 'grid' ? GAP_PX : 0,
    scrollMargin: margin,
    scrollPaddingStart: BARS_PX,
    scrollPaddingEnd: GAP_PX,
  })
  useLayoutEffect(() => {
    if (!box || seen.layout === layout) return
    const measured = rows.getVirtualItems().filter(({ key }) => rows.itemSizeCache.has(key))
    const sum = measured.reduce((total, { size }) => total + size, 0)
    if (sum > 0) setSeen({ layout, height: Math.round(sum / measured.length) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout makes a new ref, which measures the rows again
  const measure = useCallback((row: HTMLElement | null) => rows.measureElement(row), [rows, layout])
  return {
    rows,
    drawn: rows.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin })),
    height: rows.getTotalSize(),
    measure,
    resized: 0,
  }
}

/** A list of links that is, or was, so long that it is drawn in parts. */
export default function LongList(props: LinkWindowProps) {
  return <LinkWindow {...props} useRows={useNearRows} />
}

/** The rows in view, plus the given row and its neighbours, in order. */
const withRow = (range: Range, row: number | null): number[] => {
  const rows = defaultRangeExtractor(range)
  if (row === null || row >= range.count) return rows
  const all = new Set(rows)
  for (const each of [row - 1, row, row + 1]) if (each >= 0 && each < range.count) all.add(each)
  return all.size === rows.length ? rows : [...all].sort((a, b) => a - b)
}
