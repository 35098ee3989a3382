import type { Link } from '@lectern/contracts/api/links.ts'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import { type ListPosition, readPosition, writePosition } from '../../lib/list-position.ts'

/** A scroll that rests this long is where one reads, ms. */
const REST_MS = 120

type ShownList = {
  links: readonly Link[]
  columns: number
  /** Names what the list shows: where it changes, the list is another one. */
  source: string
  /** Changes with the rows' heights and with the list's own place. */
  layout: string
  rows: Virtualizer<Window, Element>
}

/**
 * Keeps one's place in the list: when links come, go or are laid out anew above it, and over Back, Forward and a
 * reload, which the browser could not know, since most rows are not on the page. Another list starts at its top.
 */
export const usePlace = (list: ShownList): void => {
  const { links, source, layout } = list
  const now = useRef(list)
  const place = useRef<ListPosition | null>(null)
  /** On the way to `place`: rows that come into view on it are measured, and move it. */
  const isRestoring = useRef(false)
  /** How far the page is to be scrolled there, or was when it was noted, px. */
  const target = useRef(0)
  const last = useRef({ source: '', layout: '', links })

  useLayoutEffect(() => {
    now.current = list
    const before = last.current
    const isChanged = before.layout !== layout || before.links !== links
    last.current = { source, layout, links }
    if (before.source !== source) {
      place.current = readPosition()
      isRestoring.current = place.current !== null
      if (!isRestoring.current && scrollY > 0) scrollTo(0, 0)
    } else if (isChanged) {
      // A scroll whose event is still to come has left the place.
      const hasLeft = !isRestoring.current && Math.abs(scrollY - target.current) > innerHeight
      isRestoring.current = place.current !== null && !hasLeft
    }
    if (!place.current || !isRestoring.current) return
    target.current = offsetOf(list, place.current) ?? scrollY
    isRestoring.current = !scrollToPlace(list, place.current, target.current)
  })

  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      writePosition(place.current)
    }
    const onScroll = () => {
      // A scroll far from there is somebody else's: of the scrollbar, or of a script.
      if (isRestoring.current && Math.abs(scrollY - target.current) < innerHeight) return
      isRestoring.current = false
      target.current = scrollY
      place.current = currentPlace(now.current)
      clearTimeout(timer)
      timer = setTimeout(keep, REST_MS)
    }
    const onInput = () => {
      isRestoring.current = false
      keep()
    }
    const restoration = history.scrollRestoration
    history.scrollRestoration = 'manual'
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', keep)
    for (const type of INPUT_EVENTS) addEventListener(type, onInput, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      history.scrollRestoration = restoration
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', keep)
      for (const type of INPUT_EVENTS) removeEventListener(type, onInput, { capture: true })
      // ShownList again after another screen's code was awaited, it is at the top of the page.
      last.current = { ...last.current, source: '' }
    }
  }, [])
}

/** What a reader does: it ends the way to a place, and may lead to another screen, so the place is kept before. */
const INPUT_EVENTS = ['click', 'keydown', 'wheel', 'touchstart'] as const

/** The first row wholly in view, unless the list's top is. */
const currentPlace = ({ links, columns, rows }: ShownList): ListPosition | null => {
  if (scrollY <= rows.options.scrollMargin) return null
  const row = rows.getVirtualItems().find(({ start }) => start >= scrollY)
  const link = row && links[row.index * columns]
  if (!link) return null
  const top = Math.round(row.start - scrollY)
  return { linkId: link.id, index: row.index * columns, top, loaded: links.length }
}

const rowOf = ({ links, columns }: ShownList, { linkId, index }: ListPosition): number => {
  const found = links.findIndex(link => link.id === linkId)
  return Math.floor((found < 0 ? Math.min(index, links.length - 1) : found) / columns)
}

/** How far the page is scrolled at a place, as far as its rows are known; undefined before there are any. */
const offsetOf = (list: ShownList, place: ListPosition): number | undefined => {
  const { rows } = list
  const [start] = rows.getOffsetForIndex(rowOf(list, place), 'start') ?? []
  if (start === undefined) return
  const lowest = document.documentElement.scrollHeight - innerHeight
  return Math.min(start + rows.options.scrollPaddingStart - place.top, lowest)
}

/** Scrolls to a place. @returns whether it was there, with its row on the page */
const scrollToPlace = (list: ShownList, place: ListPosition, offset: number): boolean => {
  const { rows } = list
  const row = rowOf(list, place)
  if (Math.abs(offset - scrollY) < 2) return rows.getVirtualItems().some(({ index }) => index === row)
  rows.scrollToOffset(offset)
  return false
}
