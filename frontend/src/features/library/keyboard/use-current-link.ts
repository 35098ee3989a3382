import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Link } from '../../../data/answers.ts'
import { type Id, idFrom } from '../../../data/id.ts'
import { listHandleAtom, titleOf } from '../../../parts/list-handle.ts'

/** The index of the first link whose card begins inside the window. */
const firstInView = (links: readonly Link[]): number => {
  const card = [...document.querySelectorAll('[data-link]')].find(
    element => element.getBoundingClientRect().top >= 0,
  )
  return Math.max(
    0,
    links.findIndex(({ id }) => String(id) === card?.getAttribute('data-link')),
  )
}

/**
 * The link that shortcuts act on: its card has the focus or had it last. It is kept by id, because the list draws only
 * the cards near the window. It is reset when `place` (the filters) changes.
 */
export const useCurrentLink = (links: readonly Link[], place: string) => {
  const list = useAtomValue(listHandleAtom)
  const lastFocused = useRef<{ id: Id; index: number } | null>(null)
  const indexOf = (wanted: Id | undefined) => links.findIndex(({ id }) => id === wanted)

  const onFocus = useEffectEvent((target: EventTarget | null) => {
    const card = target instanceof Element ? target.closest('[data-link]') : null
    if (!card) return
    const id = idFrom(card.getAttribute('data-link') ?? '')
    lastFocused.current = { id, index: indexOf(id) }
  })
  useEffect(() => {
    const listen = (event: FocusEvent) => onFocus(event.target)
    addEventListener('focusin', listen)
    return () => removeEventListener('focusin', listen)
  }, [])

  // When the link leaves the list, move() goes to the link that takes its index.
  useEffect(() => {
    const index = links.findIndex(({ id }) => id === lastFocused.current?.id)
    if (lastFocused.current && index >= 0) lastFocused.current.index = index
  }, [links])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each place
  useEffect(() => {
    lastFocused.current = null
    // After Back from the reader the card has the focus before this screen listens.
    onFocus(document.activeElement)
  }, [place])

  const goTo = (wanted: number) => {
    const to = Math.min(Math.max(wanted, 0), links.length - 1)
    const link = links[to]
    if (!list || !link) return
    lastFocused.current = { id: link.id, index: to }
    list.scrollTo(to)
    titleOf(link.id)?.focus({ preventScroll: true })
  }

  return {
    current: (): Link | undefined => links[indexOf(lastFocused.current?.id)],
    move: (by: 1 | -1): void => {
      const from = indexOf(lastFocused.current?.id)
      const wanted =
        lastFocused.current === null ? firstInView(links) : from < 0 ? lastFocused.current.index : from + by
      goTo(wanted)
    },
    /** Moves by columns and rows. @returns false while no card has the focus, so that the arrow keys scroll the page */
    moveInGrid: (columns: number, rows: number): boolean => {
      const from = indexOf(lastFocused.current?.id)
      if (from < 0 || !document.activeElement?.closest('[data-link]')) return false
      const perRow = document.querySelector('[data-index]')?.childElementCount ?? 1
      const to = from + columns + rows * perRow
      if (to >= 0) goTo(to)
      return true
    },
  }
}
