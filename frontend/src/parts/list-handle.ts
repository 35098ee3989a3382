import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { Link } from '../data/answers.ts'
import type { Id } from '../data/id.ts'

/** The list on the screen, as the shortcuts and the selection see it. */
export type ListHandle = {
  /** All loaded links as they are now, in the order shown. */
  readonly links: () => readonly Link[]
  /** Draws the card at this index and scrolls it into view. */
  readonly scrollTo: (index: number) => void
}

/** null while the list loads or could not be loaded. */
export const listHandleAtom = atom<ListHandle | null>(null)

/** Sets listHandleAtom while the list is mounted. `scrollTo` must keep its identity between renders. */
export const useListHandle = (links: readonly Link[] | undefined, scrollTo: ListHandle['scrollTo']): void => {
  const set = useSetAtom(listHandleAtom)
  const now = useRef(links ?? [])
  const isLoaded = links !== undefined
  useEffect(() => {
    now.current = links ?? []
  }, [links])
  useEffect(() => {
    if (!isLoaded) return
    set({ links: () => now.current, scrollTo })
    return () => set(null)
  }, [isLoaded, scrollTo, set])
}

/** The title of a link's card, which is the card's focusable element; null while the card is not drawn. */
export const titleOf = (id: Id | undefined): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-link="${id}"] h2 > *`)
