import type { Link } from '@lectern/contracts/api/links.ts'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { atom, useAtom } from 'jotai'
import {
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useCollections } from '../../data/collections/use-collections.ts'
import { lastReadAtom } from '../../lib/navigation.tsx'
import { useListBox } from '../../parts/list-box.ts'
import { titleOf } from '../../parts/list-handle.ts'
import { usePlace } from '../../parts/use-place.ts'
import { LinkCard, LinkRow } from './link-card.tsx'
import { columnsOf, estimateHeight, GAP_PX } from './list-layout.ts'
import { useGestures } from './phone/use-gestures.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import type { View } from './use-view.ts'

const Card = memo(LinkCard)
const Row = memo(LinkRow)

/** Rows drawn above and below the window: about one screen. */
const OVERSCAN = { grid: 2, list: 8 }
/** Lists up to this many links are drawn completely, so that the browser's own search finds them. */
const DRAW_ALL_MAX = 100
/** Height of the bars that stay at the top of the window. */
const BARS_PX = 132

/** The links of the list that was on the screen last. */
const leftAtom = atom<readonly Link[]>([])

export type LinkWindowHandle = { scrollTo: (index: number) => void }

type Props = {
  links: readonly Link[]
  view: View
  /** The number of matching links, loaded or not; null when it is only a lower bound. */
  total: number | null
  /** Identifies the list. A new source starts at the top. */
  source: string
  ref?: Ref<LinkWindowHandle>
}

/** The list of links. A long list draws only the cards near the window, so that 10,000 links scroll like 10. */
export const LinkWindow = ({ links, view, total, source, ref }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const box = useListBox(list)
  const width = box?.width ?? 0
  const columns = columnsOf(view, width)
  const layout = `${view} ${columns} ${width}`

  // The focused row and its neighbours stay drawn, so that the focus is not lost and Tab reaches the next card.
  const [lastRead, setLastRead] = useAtom(lastReadAtom)
  const [left, setLeft] = useAtom(leftAtom)
  const [returnsTo] = useState(() => inPlaceOf(lastRead, left, links))
  const [keptId, setKeptId] = useState(returnsTo)
  const shown = useRef(links)
  useEffect(() => {
    shown.current = links
  }, [links])
  useEffect(() => () => setLeft(shown.current), [setLeft])
  const kept = useMemo(() => links.findIndex(({ id }) => id === keptId), [links, keptId])
  const keptRow = kept < 0 ? null : Math.floor(kept / columns)
  useFocusAfterRemoval(links, keptId)

  // The average height of the first measured rows is the estimate for the other rows.
  const [seen, setSeen] = useState({ layout: '', height: 0 })
  const height = seen.layout === layout ? seen.height : estimateHeight(view, width, columns)

  useGestures(list, links)
  const collections = useCollections()
  const byId = useMemo(() => new Map(collections.map(each => [each.id, each])), [collections])

  const rows = useWindowVirtualizer({
    count: box ? Math.ceil(links.length / columns) : 0,
    estimateSize: () => height,
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new function makes the virtualizer estimate again
    getItemKey: useCallback((row: number) => `${layout} ${row}`, [layout, height]),
    rangeExtractor: useCallback((range: Range) => withRow(range, keptRow), [keptRow]),
    overscan: links.length <= DRAW_ALL_MAX ? DRAW_ALL_MAX : OVERSCAN[view],
    gap: view === 'grid' ? GAP_PX : 0,
    scrollMargin: box?.top ?? 0,
    scrollPaddingStart: BARS_PX,
    scrollPaddingEnd: GAP_PX,
  })
  useLayoutEffect(() => {
    if (!box || seen.layout === layout) return
    const measured = rows.getVirtualItems().filter(({ key }) => rows.itemSizeCache.has(key))
    const sum = measured.reduce((total, { size }) => total + size, 0)
    if (sum > 0) setSeen({ layout, height: Math.round(sum / measured.length) })
  })
  usePlace({
    links,
    columns,
    source,
    layout: box ? `${layout} ${box.top}` : '',
    rows,
    onPlaced: () => {
      const title = titleOf(returnsTo ?? undefined)
      setLastRead(null)
      if (!title) return
      title.focus({ preventScroll: true })
      const { top, bottom } = title.getBoundingClientRect()
      if (keptRow !== null && (bottom < BARS_PX || top > innerHeight))
        rows.scrollToIndex(keptRow, { align: 'center' })
    },
  })

  useImperativeHandle(ref, () => ({
    scrollTo: index => {
      flushSync(() => setKeptId(links[index]?.id ?? null))
      rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
    },
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout makes a new ref, which measures the rows again
  const measure = useCallback((row: HTMLElement | null) => rows.measureElement(row), [rows, layout])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a ul may contain only li elements, and these items are inside rows
    <div
      ref={list}
      role="list"
      aria-label="Saved links"
      className="relative isolate [overflow-anchor:none] [&_:is(a,button,input)]:scroll-mt-34"
      style={{ height: rows.getTotalSize() }}
      onFocus={({ target }) => setKeptId(idOf(target) ?? keptId)}
    >
      {rows.getVirtualItems().map(row => (
        <div
          key={row.index}
          ref={measure}
          data-index={row.index}
          className={
            view === 'grid' ? 'absolute inset-x-0 grid gap-5' : 'absolute inset-x-0 border-b border-line'
          }
          style={{
            top: row.start - rows.options.scrollMargin,
            ...(view === 'grid' && { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
          }}
        >
          {links.slice(row.index * columns, (row.index + 1) * columns).map((link, column) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={link.id}
              role="listitem"
              aria-setsize={total ?? -1}
              aria-posinset={row.index * columns + column + 1}
              className="relative min-w-0"
            >
              {view === 'grid' ? (
                <Card link={link} />
              ) : (
                <Row
                  link={link}
                  color={byId.get(link.collectionId ?? 0)?.color}
                  collection={byId.get(link.collectionId ?? 0)?.name}
                />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The link itself; where it has left the list meanwhile, the one that took its place. */
const inPlaceOf = (id: number | null, before: readonly Link[], links: readonly Link[]): number | null => {
  const there = new Set(links.map(link => link.id))
  if (id === null || there.has(id)) return id
  const from = before.findIndex(link => link.id === id)
  if (from < 0) return null
  const others = [...before.slice(from), ...before.slice(0, from).reverse()]
  return others.find(link => there.has(link.id))?.id ?? null
}

const idOf = (target: Element): number | null => {
  const id = target.closest('[data-link]')?.getAttribute('data-link')
  return id ? Number(id) : null
}

/** The rows in view, plus the given row and its neighbours, in order. */
export const withRow = (range: Range, row: number | null): number[] => {
  const rows = defaultRangeExtractor(range)
  if (row === null || row >= range.count) return rows
  const all = new Set(rows)
  for (const each of [row - 1, row, row + 1]) if (each >= 0 && each < range.count) all.add(each)
  return all.size === rows.length ? rows : [...all].sort((a, b) => a - b)
}
