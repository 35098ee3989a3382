import type { Mark } from '@lectern/contracts/fold.ts'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import type { Marker, TextKind } from './marker.tsx'

const SearchMarker = createContext<Marker | null>(null)

const loadMarker = () => import('./marker.tsx')
type MarkerModule = Awaited<ReturnType<typeof loadMarker>>

/** Lets the Marked texts inside mark the matches of a search. The search syntax loads with the first search. */
export const MarkedFor = ({ q, children }: { q: string; children: ReactNode }) => {
  const { isPro } = useUser()
  const [module, setModule] = useState<MarkerModule | null>(null)
  const isNeeded = q !== '' && module === null
  useEffect(() => {
    // If the code cannot be loaded, the results stay unmarked.
    if (isNeeded) loadMarker().then(setModule, () => undefined)
  }, [isNeeded])
  const marker = useMemo(
    () => (q === '' || !module ? null : module.markerOf(q, { advanced: isPro })),
    [q, isPro, module],
  )
  return <SearchMarker value={marker}>{children}</SearchMarker>
}

type MarkedProps = { text: string; kind?: TextKind; marks?: readonly Mark[] | undefined }

/** The text with the matches of the search marked, or with marks that the server gave; the text itself where nothing is. */
export const useMarked = ({ text, kind = 'words', marks }: MarkedProps): ReactNode => {
  const marker = use(SearchMarker)
  return useMemo(() => marker?.(text, kind, marks) ?? text, [marker, text, kind, marks])
}

export const Marked = (props: MarkedProps) => useMarked(props)
