import { useCallback, useLayoutEffect, useRef } from 'react'
import { type ListPosition, readEntry, useOpenList, writePosition } from '../lib/navigation.tsx'

/** The place is kept when scrolling has stopped for this time. */
const REST_MS = 120

/** The rows of a list, as a virtualizer names them. */
export type PlacedRows = {
  readonly options: { readonly scrollMargin: number; readonly scrollPaddingStart: number }
  readonly getVirtualItems: () => readonly { readonly index: number; readonly start: number }[]
  /** scrollY at which the row is under the bars, px. */
  readonly getOffsetForIndex: (row: number, align: 'start') => readonly [number, ...unknown[]] | undefined
  /** Scrolls, and renders the list again. */
  readonly scrollToOffset: (offset: number) => void
}

type ShownList = {
  /** The items, links or others. */
  links: readonly { readonly id: number | string }[]
  columns: number
  /** Identifies the list. A new source means another list. */
  source: string
  /** Changes when row heights or the list's position on the page change. */
  layout: string
  rows: PlacedRows
  /** Called once, when the page is at the place that the list opened with. */
  onPlaced: () => void
}

/**
 * Keeps the reader's place in the list when links above it are added, removed or laid out again, and over Back, Forward
 * and a reload. The browser cannot do this, because most rows are not on the page. Another list starts at its top.
 */
export const usePlace = (list: ShownList): void => {
  const { links, source, layout } = list
  const now = useRef(list)
  const place = useRef<ListPosition | null>(null)
  /** Scrolling to `place` has not finished: rows that come into view are measured, which moves the place. */
  const isRestoring = useRef(false)
  /** scrollY of the place, px: where to scroll to, or where it was when the place was noted. */
  const target = useRef(0)
  const last = useRef({ source: '', layout: '', links })
  const isPlaced = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useOpenList(
    useCallback(() => {
      clearTimeout(timer.current)
      const loaded = now.current.links.length
      writePosition(place.current && { ...place.current, loaded })
      return loaded
    }, []),
  )

  useLayoutEffect(() => {
    now.current = list
    const before = last.current
    const isChanged = before.layout !== layout || before.links !== links
    last.current = { source, layout, links }
    if (before.source !== source) {
      place.current = readEntry().list ?? null
      isRestoring.current = place.current !== null
      if (!isRestoring.current && scrollY > 0) scrollTo(0, 0)
    } else if (isChanged) {
      // The page may be scrolled away already although the scroll event has not arrived yet.
      const hasLeft = !isRestoring.current && Math.abs(scrollY - target.current) > innerHeight
      isRestoring.current = place.current !== null && !hasLeft
    } else if (isRestoring.current && isFar(target.current)) isRestoring.current = false
    if (place.current && isRestoring.current) {
      target.current = offsetOf(list, place.current) ?? scrollY
      isRestoring.current = !scrollToPlace(list, place.current, target.current)
    }
    if (isRestoring.current || isPlaced.current || layout === '') return
    isPlaced.current = true
    list.onPlaced()
  })

  useLayoutEffect(() => {
    const onScroll = () => {
      if (isRestoring.current && !isFar(target.current)) return
      isRestoring.current = false
      target.current = scrollY
      place.current = currentPlace(now.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => writePosition(place.current), REST_MS)
    }
    const onInput = () => {
      isRestoring.current = false
    }
    addEventListener('scroll', onScroll, { passive: true })
    for (const type of SCROLLING_INPUT) addEventListener(type, onInput, { passive: true })
    return () => {
      clearTimeout(timer.current)
      removeEventListener('scroll', onScroll)
      for (const type of SCROLLING_INPUT) removeEventListener(type, onInput)
      // If React shows the list again later, the page is at its top, so the place must be restored as for a new source.
      last.current = { ...last.current, source: '' }
    }
  }, [])
}

/** Input that scrolls the page. It ends the restoring, which would scroll back. */
const SCROLLING_INPUT = ['keydown', 'wheel', 'pointerdown'] as const

const lowestOffset = (): number => document.documentElement.scrollHeight - innerHeight

/** Whether a script scrolled the page away from where the restoring scrolled it. A page that became shorter is at its end. */
const isFar = (target: number): boolean =>
  Math.abs(scrollY - target) > innerHeight && scrollY < lowestOffset() - 1

/** The first row that begins in view, at the end of the list the last row; null at its top. */
const currentPlace = ({ links, columns, rows }: ShownList): ListPosition | null => {
  if (scrollY <= rows.options.scrollMargin) return null
  const drawn = rows.getVirtualItems()
  const row = drawn.find(({ start }) => start >= scrollY) ?? drawn.at(-1)
  const link = row && links[row.index * columns]
  if (!link) return null
  const top = Math.round(row.start - scrollY)
  return { linkId: link.id, index: row.index * columns, top, loaded: links.length }
}

const rowOf = ({ links, columns }: ShownList, { linkId, index }: ListPosition): number => {
  const found = links.findIndex(link => link.id === linkId)
  return Math.floor((found < 0 ? Math.min(index, links.length - 1) : found) / columns)
}

/** scrollY of a place, from the row heights known so far; undefined before there are rows. */
const offsetOf = (list: ShownList, place: ListPosition): number | undefined => {
  const { rows } = list
  const [start] = rows.getOffsetForIndex(rowOf(list, place), 'start') ?? []
  if (start === undefined) return
  // The page may have become shorter. Beyond its ends it would be scrolled for without end.
  return Math.max(0, Math.min(start + rows.options.scrollPaddingStart - place.top, lowestOffset()))
}

/** Scrolls to a place. @returns whether the page was there already, with the row drawn */
const scrollToPlace = (list: ShownList, place: ListPosition, offset: number): boolean => {
  const { rows } = list
  const row = rowOf(list, place)
  if (Math.abs(offset - scrollY) < 2) return rows.getVirtualItems().some(({ index }) => index === row)
  rows.scrollToOffset(offset)
  return false
}
