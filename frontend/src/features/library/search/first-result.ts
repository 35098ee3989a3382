import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import type { Link } from '../../../data/answers.ts'
import { titleOf } from '../../../parts/list-handle.ts'

/** The search whose first result takes the focus as soon as it is on the page. */
export const wantsFirstAtom = atom<string | null>(null)

/** Focuses the first link once the list shows the search that asked for it. `links` are undefined until then. */
export const useFocusOnFirst = (
  q: string,
  links: readonly Link[] | undefined,
  scrollTo: (index: number) => void,
): void => {
  const [wanted, setWanted] = useAtom(wantsFirstAtom)
  useEffect(() => {
    if (wanted !== q || !links) return
    setWanted(null)
    if (!links[0]) return
    scrollTo(0)
    titleOf(links[0].id)?.focus({ preventScroll: true })
  }, [wanted, q, links, scrollTo, setWanted])
}
