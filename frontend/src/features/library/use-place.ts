import type { Link } from '@lectern/contracts/api/links.ts'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type ListPosition, readPosition, writePosition } from '../../lib/list-position.ts'

/** A scroll that rests this long is where one reads, ms. */
const REST = 120

type Shown = {
  links: readonly Link[]
  columns: number
  /** Names what the list shows: where it changes, the list is another one. */
  source: string
  /** Changes with the rows' heights. */
  layout: string
  rows: Virtualizer<Window, Element>
}

/**
 * Keeps one's place in the list: when links come, go or are laid out anew above it, and over Back, Forward and a
 * reload, which the browser could not know, since most rows are not on the page. Another list starts at its top.
 */
export const usePlace = (shown: Shown): void => {
  const { links, source, layout } = shown
  const now = useRef(shown)
  const place = useRef<ListPosition | null>(null)
  const last = useRef({ source: '', layout: '', links })

  useLayoutEffect(() => {
    now.current = shown
    const before = last.current
    if (before.source === source && before.layout === layout && before.links === links) return
    last.current = { source, layout, links }
    if (before.source === source) {
      if (place.current) goTo(shown, place.current)
      return
    }
    place.current = readPosition()
    if (place.current) goTo(shown, place.current)
    else if (scrollY > 0) scrollTo(0, 0)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(timer)
      writePosition(place.current)
    }
    const onScroll = () => {
      place.current = whereIn(now.current)
      clearTimeout(timer)
      timer = setTimeout(rest, REST)
    }
    const restoration = history.scrollRestoration
    history.scrollRestoration = 'manual'
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('click', rest, { capture: true })
    addEventListener('keydown', rest, { capture: true })
    addEventListener('pagehide', rest)
    return () => {
      clearTimeout(timer)
      history.scrollRestoration = restoration
      removeEventListener('scroll', onScroll)
      removeEventListener('click', rest, { capture: true })
      removeEventListener('keydown', rest, { capture: true })
      removeEventListener('pagehide', rest)
    }
  }, [])
}

/** The first row wholly in view, unless the list's top is. */
const whereIn = ({ links, columns, rows }: Shown): ListPosition | null => {
  if (scrollY <= rows.options.scrollMargin) return null
  const row = rows.getVirtualItems().find(({ start }) => start >= scrollY)
  const link = row && links[row.index * columns]
  if (!link) return null
  const top = Math.round(row.start - scrollY)
  return { linkId: link.id, index: row.index * columns, top, loaded: links.length }
}

const goTo = ({ links, columns, rows }: Shown, { linkId, index, top }: ListPosition): void => {
  const found = links.findIndex(link => link.id === linkId)
  const row = Math.floor((found < 0 ? Math.min(index, links.length - 1) : found) / columns)
  const [start] = rows.getOffsetForIndex(row, 'start') ?? []
  if (start === undefined) return
  const wanted = start + (rows.options.scrollPaddingStart ?? 0) - top
  if (Math.abs(wanted - scrollY) >= 1) rows.scrollToOffset(wanted)
}
