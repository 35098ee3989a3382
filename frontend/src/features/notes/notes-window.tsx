import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import type { NoteEntry } from '../../data/answers.ts'
import { useListBox } from '../../parts/list-box.ts'
import { usePlace } from '../../parts/use-place.ts'
import { EntryCard } from './entry-card.tsx'

const Card = memo(EntryCard)

const GAP_PX = 14
/** Height of a card until it is measured. */
const CARD_PX = 210
const OVERSCAN = 6
/** More notes are asked for when so few are below the window. */
const AHEAD = 40
/** Height of the bar that stays at the top. */
const BAR_PX = 64

type Props = {
  entries: readonly NoteEntry[]
  /** The number of matching notes, loaded or not. */
  total: number | undefined
  /** Identifies the list. A new source starts at the top. */
  source: string
  onNearEnd: () => void
}

/** The notes. Only those near the window are drawn, so that 20,000 scroll like 20. */
export const NotesWindow = ({ entries, total, source, onNearEnd }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const box = useListBox(list)
  const layout = box ? `${box.width} ${box.top}` : ''
  const rows = useWindowVirtualizer({
    count: box ? entries.length : 0,
    estimateSize: () => CARD_PX,
    getItemKey: useCallback(
      (index: number) => `${box?.width} ${entries[index]?.note.id}`,
      [box?.width, entries],
    ),
    overscan: OVERSCAN,
    gap: GAP_PX,
    scrollMargin: box?.top ?? 0,
    scrollPaddingStart: BAR_PX,
  })
  const notes = useMemo(() => entries.map(({ note }) => note), [entries])
  usePlace({ links: notes, columns: 1, source, layout, rows, onPlaced: () => undefined })

  const shown = rows.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? 0) > entries.length - AHEAD
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each end of the list
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, entries.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width measures the rows again
  const measure = useCallback((row: HTMLElement | null) => rows.measureElement(row), [rows, box?.width])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the cards are placed one by one, and a ul has no place for that
    <div
      ref={list}
      role="list"
      aria-label="Notes"
      className="relative isolate [overflow-anchor:none]"
      style={{ height: rows.getTotalSize() }}
    >
      {shown.map(({ index, start }) => {
        const entry = entries[index]
        if (!entry) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div
            key={entry.note.id}
            ref={measure}
            role="listitem"
            aria-setsize={total ?? -1}
            aria-posinset={index + 1}
            data-index={index}
            className="absolute inset-x-0"
            style={{ top: start - rows.options.scrollMargin }}
          >
            <Card entry={entry} />
          </div>
        )
      })}
    </div>
  )
}
