import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useListBox } from '../../parts/list-box.ts'
import { usePlace } from '../../parts/use-place.ts'
import { dayOf, nameOfDay } from './days.ts'

/** Height of a row until it is measured. */
const ROW_PX = 62
const OVERSCAN = 12
/** More acts are asked for when so few are below the window. */
const AHEAD = 60

export type ActListHandle = { readonly scrollTo: (index: number) => void }

type Props = {
  acts: readonly HistoryAct[]
  /** The number of acts under these filters, loaded or not. */
  total: number | undefined
  /** Identifies the list. A new source starts at the top. */
  source: string
  /** Differs when further acts can be asked for again. */
  end: unknown
  onNearEnd: () => void
  /** Tells which rows are near the window. */
  onShown: (first: number, last: number) => void
  handle: { current: ActListHandle | null }
  children: (act: HistoryAct) => ReactNode
}

/** The acts, by day. Only those near the window are drawn. */
export const ActWindow = ({ acts, total, source, end, onNearEnd, onShown, handle, children }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const box = useListBox(list)
  // The row that has the focus stays drawn, wherever one scrolls.
  const [keptId, setKeptId] = useState<string | null>(null)
  const kept = acts.findIndex(({ id }) => id === keptId)
  const layout = box ? `${box.width} ${box.top}` : ''
  const rows = useWindowVirtualizer({
    count: box ? acts.length : 0,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => `${box?.width} ${acts[index]?.id}`, [box?.width, acts]),
    overscan: OVERSCAN,
    rangeExtractor: range => {
      const drawn = new Set(defaultRangeExtractor(range))
      for (const row of kept < 0 ? [] : [kept - 1, kept, kept + 1]) if (acts[row]) drawn.add(row)
      return [...drawn].sort((a, b) => a - b)
    },
    scrollMargin: box?.top ?? 0,
    scrollPaddingStart: 24,
    scrollPaddingEnd: 24,
  })
  usePlace({ links: acts, columns: 1, source, layout, rows, onPlaced: () => undefined })
  useEffect(() => {
    handle.current = {
      scrollTo: index => {
        flushSync(() => setKeptId(acts[index]?.id ?? null))
        rows.scrollToIndex(index, { align: 'auto' })
      },
    }
    return () => {
      handle.current = null
    }
  }, [handle, rows, acts])

  const shown = rows.getVirtualItems()
  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {}
  const isNearEnd = last > acts.length - AHEAD
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each end of the list
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, end])
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells once for each place
  useEffect(() => onShown(first, last), [first, last, acts])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width measures the rows again
  const measure = useCallback((row: HTMLElement | null) => rows.measureElement(row), [rows, box?.width])
  const now = new Date()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows are placed one by one, and a ul has no place for that
    <div
      ref={list}
      role="list"
      aria-label="Changes"
      className="relative isolate [overflow-anchor:none]"
      style={{ height: rows.getTotalSize() }}
      onFocus={({ target }) => setKeptId(target.closest('[data-act]')?.getAttribute('data-act') ?? keptId)}
    >
      {shown.map(({ index, start }) => {
        const act = acts[index]
        if (!act) return null
        const before = acts[index - 1]
        const isNewDay = !before || dayOf(before.at) !== dayOf(act.at)
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div
            key={act.id}
            ref={measure}
            role="listitem"
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            data-index={index}
            className="absolute inset-x-0"
            style={{ top: start - rows.options.scrollMargin }}
          >
            {isNewDay && <Day at={act.at} now={now} isFirst={index === 0} />}
            {children(act)}
          </div>
        )
      })}
    </div>
  )
}

const Day = ({ at, now, isFirst }: { at: string; now: Date; isFirst: boolean }) => {
  const { name, beside } = nameOfDay(at, now)
  return (
    // Padding, since the row's measured height lacks a margin.
    <div className={isFirst ? 'pb-1' : 'pt-7 pb-1'}>
      <h2 className="flex items-baseline gap-2 border-line border-b pb-1.5 font-sans text-ui font-semibold">
        {name} <span className="font-normal text-meta text-ink-3">{beside}</span>
      </h2>
    </div>
  )
}
