import type { Link } from '@lectern/contracts/api/links.ts'
import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** The list on the screen, for what works on it from outside: the bulk bar and the keyboard. */
export type ListHandle = {
  /** All that are loaded, in the order shown. */
  readonly links: readonly Link[]
  /** Brings the nth of them into the page, and into view. */
  readonly scrollTo: (index: number) => void
}

/** null while there is no list: it loads, or could not be loaded. */
export const listHandleAtom = atom<ListHandle | null>(null)

/** Offers a list to them while it is on the screen. Give a scrollTo that stays the same. */
export const useListHandle = (links: readonly Link[] | undefined, scrollTo: ListHandle['scrollTo']): void => {
  const set = useSetAtom(listHandleAtom)
  useEffect(() => set(links ? { links, scrollTo } : null), [links, scrollTo, set])
  useEffect(() => () => set(null), [set])
}

/** The title on a link's card, which takes the focus for it; null while the card is not on the page. */
export const titleOf = (id: number | undefined): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-link="${id}"] h2 a`)
