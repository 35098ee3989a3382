import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import type { Marker, TextKind } from './found.tsx'

const SearchMarker = createContext<Marker | null>(null)

const loadFound = () => import('./found.tsx')
type Found = Awaited<ReturnType<typeof loadFound>>

/** What is inside marks the words of a search, whose syntax loads with the first one. */
export const MarkedFor = ({ q, children }: { q: string; children: ReactNode }) => {
  const { isPro } = useUser()
  const [found, setFound] = useState<Found | null>(null)
  const isNeeded = q !== '' && found === null
  useEffect(() => {
    // Without it the results stand unmarked.
    if (isNeeded) loadFound().then(setFound, () => undefined)
  }, [isNeeded])
  const marker = useMemo(
    () => (q === '' || !found ? null : found.markerOf(q, { advanced: isPro })),
    [q, isPro, found],
  )
  return <SearchMarker value={marker}>{children}</SearchMarker>
}

/** A text with what the search found in it marked. */
export const Marked = ({ text, kind = 'words' }: { text: string; kind?: TextKind }) => {
  const marker = use(SearchMarker)
  return useMemo(() => marker?.(text, kind) ?? text, [marker, text, kind])
}
